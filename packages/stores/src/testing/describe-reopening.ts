import { fail } from '@recourse/contract';
import { createServer, defineTool } from '@recourse/engine';
import { mostRestores } from '@recourse/engine/store-ports';
import type { CallMeta } from '@recourse/engine/front-door';
import type { Admission, AdmissionRequest } from '@recourse/engine/store-ports';
import { expectFailure } from '@recourse/testkit';
import { describe, expect, it } from 'vitest';
import { issueToken, question } from './issue-token.ts';
import { opener } from './opened-stores.ts';
import type { OpenStores } from './opened-stores.ts';

const settlesWithinMs = 30_000;
const input = { type: 'object', properties: {}, additionalProperties: false } as const;

const none = fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' });
const unknown = fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown' });
const boundMs = 60_000;
const hourMs = 3_600_000;

/** A call of an idempotent tool, which takes a lost claim over without a look. */
const requestWith = (token?: string, key = 'k'): AdmissionRequest => {
  const { principal, operation, digest } = question;
  return {
    claim: { principal, operation, digest, key, retentionMs: hourMs, idempotent: true },
    quotas: [],
    confirmation: {
      principal,
      operation,
      digest,
      required: true,
      ...(token !== undefined && { token }),
      source: 'token',
      grade: 'any',
    },
    boundMs,
  };
};

/** Rules for a confirmed call whose key was lost and is free again. */
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

    const issue = async (shared = false) => {
      const { stores, clock } = await start();
      const token = await issueToken(stores.tokens, { ...question, shared, expires_at: clock.now() + hourMs });
      return { ...stores, clock, token };
    };

    it('finds the approval of the lost call without its token', async () => {
      const { admissions, approvals, token } = await issue(true);
      await approvals.approve(token, { decided_by: 'grace', via: 'key' });
      const { claim } = admittedAs(await admissions.admit(requestWith()));
      await admissions.end({ claim, outcome: unknown, giveBack: [] });
      admittedAs(await admissions.admit(requestWith()));
    });

    it('leaves the confirmation used if the call that would take over is refused', async () => {
      const { admissions, token } = await issue();
      const { claim } = admittedAs(await admissions.admit(requestWith(token)));
      await admissions.end({ claim, outcome: unknown, giveBack: [] });
      const { confirmation, ...rest } = requestWith(token);
      if (!confirmation) throw new Error('unreachable');
      expect(await admissions.admit({ ...rest, confirmation: { ...confirmation, grade: 'person' } })).toMatchObject({
        state: 'refused',
        refusal: { state: 'waiting' },
      });
      expect(await admissions.admit(requestWith(token, 'another'))).toMatchObject({
        state: 'refused',
        refusal: { state: 'used' },
      });
      admittedAs(await admissions.admit(requestWith(token)));
    });

    it('leaves the confirmation to the call that took over when the lost handler ends late', async () => {
      const { admissions, clock, token } = await issue();
      const { claim, confirmation } = admittedAs(await admissions.admit(requestWith(token)));
      clock.advance(boundMs);
      admittedAs(await admissions.admit(requestWith(token)));
      const ended = await admissions.end({ claim, confirmation, outcome: none, giveBack: [] });
      expect(ended).toMatchObject({ restored: false });
      expect(await admissions.admit(requestWith(token, 'another'))).toMatchObject({
        state: 'refused',
        refusal: { state: 'used' },
      });
    });

    it('bounds how often a confirmation is restored', async () => {
      const { admissions, token } = await issue();
      for (let times = 0; times <= mostRestores; times += 1) {
        const { claim } = admittedAs(await admissions.admit(requestWith(token)));
        await admissions.end({ claim, outcome: unknown, giveBack: [] });
      }
      expect(await admissions.admit(requestWith(token))).toMatchObject({
        state: 'refused',
        refusal: { state: 'used' },
      });
    });
  });
};

const admittedAs = (admission: Admission): { readonly claim: string; readonly confirmation: string } => {
  if (admission.state !== 'admitted') throw new Error(`Not admitted: ${JSON.stringify(admission)}`);
  const { claim = '', confirmation = '' } = admission;
  return { claim, confirmation };
};
