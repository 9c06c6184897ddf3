import { createServer, defineTool } from '@recourse/engine';
import type { CallMeta } from '@recourse/engine';
import { expectFailure } from '@recourse/testkit';
import { describe, expect, it } from 'vitest';
import { opener } from './opened-stores.ts';
import type { OpenStores } from './opened-stores.ts';

const settlesWithinMs = 30_000;
const input = { type: 'object', properties: {}, additionalProperties: false } as const;

/** Tests a confirmed call whose key was lost and is free again. */
export const describeReopening = (name: string, open: OpenStores): void => {
  describe(`reopening a confirmed call: ${name}`, () => {
    const start = opener(open);

    const serve = async ({ idempotent = false } = {}) => {
      const { stores, clock } = await start();
      let runs = 0;
      const burn = defineTool({
        name: 'burn_letter',
        description: 'Burns a letter.',
        input,
        operation: 'command',
        danger: 'destructive',
        errors: [],
        idempotent,
        settlesWithinMs,
        verify: (_, { idempotency_key }) => ({
          tool: 'find_ashes',
          arguments: {},
          why: `Shows the ashes of ${idempotency_key}.`,
          applied_when: { pointer: '/found', equals: true },
        }),
        run: () => {
          runs += 1;
          if (runs === 1) throw new Error('The match broke');
          return { burnt: true };
        },
      });
      const find = defineTool({
        name: 'find_ashes',
        description: 'Finds ashes.',
        input,
        operation: 'query',
        danger: 'safe',
        errors: [],
        run: () => ({ found: false }),
      });
      const server = createServer({ name: 'letters', tools: [burn, find], stores, now: clock.now });
      const call = (meta: CallMeta = {}) =>
        server.call({
          tool: 'burn_letter',
          arguments: {},
          meta: { idempotency_key: 'k', ...meta },
          caller: { transport: 'stdio', local: true },
        });
      const asked = expectFailure(await call()).toBe('CONFIRMATION_REQUIRED').failure;
      return { call, clock, runs: () => runs, token: String(asked.details?.['confirmation_token']) };
    };

    it('runs again with the confirmation that the lost call used', async () => {
      const { call, clock, runs, token } = await serve();
      expectFailure(await call({ confirmation_token: token })).toMatch({ effect: 'unknown' });
      clock.advance(settlesWithinMs);
      expect(await call({ confirmation_token: token })).toMatchObject({ ok: true, value: { burnt: true } });
      expect(runs()).toBe(2);
    });

    it('runs again at once with that confirmation if the tool is idempotent', async () => {
      const { call, runs, token } = await serve({ idempotent: true });
      expectFailure(await call({ confirmation_token: token })).toMatch({ effect: 'unknown' });
      expect(await call({ confirmation_token: token })).toMatchObject({ ok: true });
      expect(runs()).toBe(2);
    });

    it('asks for a confirmation again if the call brings none', async () => {
      const { call, clock, runs, token } = await serve();
      await call({ confirmation_token: token });
      clock.advance(settlesWithinMs);
      expectFailure(await call()).toBe('CONFIRMATION_REQUIRED');
      expect(runs()).toBe(1);
    });

    it('does not restore the confirmation before the key is reopened', async () => {
      const { call, clock, runs, token } = await serve();
      await call({ confirmation_token: token });
      clock.advance(settlesWithinMs - 1);
      expectFailure(await call({ confirmation_token: token })).toBe('CONFLICT_OUTCOME_UNKNOWN');
      expectFailure(await call({ confirmation_token: token, idempotency_key: 'another' })).toBe(
        'CONFLICT_OUTCOME_UNKNOWN',
      );
      expect(runs()).toBe(1);
    });
  });
};
