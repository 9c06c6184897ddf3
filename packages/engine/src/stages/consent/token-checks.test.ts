import { isFailure } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../../call/call.ts';
import { dangerLevels } from '../../levels.ts';
import type { Danger } from '../../levels.ts';
import { createServer } from '../../server/create-server.ts';
import { request } from '../../testing/tickets.ts';
import { defineTool } from '../../tool/define-tool.ts';

const start = Date.parse('2026-01-28T12:00:00Z');
const minute = 60_000;

/** Two operations of one danger that ask every time, so that each danger has its tokens; `key` is who calls. */
const serve = (danger: Danger) => {
  const clock = { time: start };
  const ran: string[] = [];
  const tools = ['act', 'other'].map((name) =>
    defineTool({
      name,
      description: 'Acts.',
      input: z.strictObject({ id: z.int(), force: z.boolean().default(false) }),
      operation: 'command',
      danger,
      confirmation: { always: true },
      errors: [],
      run: () => ({ ran: ran.push(name) }),
    }),
  );
  const server = createServer({
    name: 's',
    tools,
    identity: { identify: ({ key }) => ({ id: key ?? 'ada', trust: 'certified' }) },
    now: () => clock.time,
  });
  const call = (token?: string, { tool = 'act', args = { id: 7 }, key = 'ada' } = {}): Promise<Outcome> => {
    const caller: Caller = { transport: 'in-process', local: true, key };
    const meta = token === undefined ? {} : { confirmation_token: token };
    return server.call(request(tool, args, { meta, caller }));
  };
  const confirm = (token: string) => server.call(request('recourse_confirm', { confirmation_token: token }));
  const ask = async (): Promise<Failure> => failureOf(await call());
  return { call, confirm, ask, clock, ran };
};

const failureOf = (outcome: Outcome): Failure => {
  if (!isFailure(outcome)) throw new Error(`A failure was expected: ${JSON.stringify(outcome)}`);
  return outcome;
};
const tokenOf = ({ details }: Failure): string => String(details?.['confirmation_token']);

/** MCP-AQL's times to live. */
const lives: Readonly<Record<Danger, number>> = {
  safe: 5 * minute,
  reversible: 5 * minute,
  destructive: 5 * minute,
  dangerous: 5 * minute,
  forbidden: 2 * minute,
};

describe.each(dangerLevels)('the token of a %s operation', (danger) => {
  it('confirms its own call once, whether defaults are written out or not', async () => {
    const { call, ask, ran } = serve(danger);
    const asked = await ask();
    expect(asked).toMatchObject({ code: 'CONFIRMATION_REQUIRED', details: { operation: 'act', danger_level: danger } });
    const token = tokenOf(asked);
    expect(token).toMatch(/^conf_/u);
    expect((await call(token, { args: { id: 7, force: false } as never })).ok).toBe(true);
    expect(failureOf(await call(token))).toMatchObject({
      code: 'TOKEN_ALREADY_USED',
      details: { token, consumed_at: '2026-01-28T12:00:00.000Z' },
    });
    expect(ran).toEqual(['act']);
  });

  it('must be known', async () => {
    const { call, ask, ran } = serve(danger);
    const token = tokenOf(await ask());
    for (const forged of ['conf_nonexistent123', `${token}A`, token.toUpperCase(), 'quota_continue_x']) {
      expect(failureOf(await call(forged))).toMatchObject({ code: 'TOKEN_INVALID', details: { token: forged } });
    }
    expect(ran).toEqual([]);
  });

  it.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('ends at its time, with no tolerance (%i ms)', async (offset, passes) => {
    const { call, confirm, ask, clock } = serve(danger);
    const asked = await ask();
    const token = tokenOf(asked);
    const ends = start + lives[danger];
    expect(asked.details?.['expires_at']).toBe(new Date(ends).toISOString());
    clock.time = ends + offset;
    if (passes) return expect((await call(token)).ok).toBe(true);
    const expired = {
      code: 'TOKEN_EXPIRED',
      details: {
        token,
        expired_at: new Date(ends).toISOString(),
        current_time: new Date(ends + offset).toISOString(),
      },
    };
    expect(failureOf(await call(token))).toMatchObject(expired);
    expect(failureOf(await confirm(token))).toMatchObject(expired);
  });

  it.each([
    ['operation', { tool: 'other' }, 'other'],
    ['parameter', { args: { id: 8 } }, 'act'],
    ['flag', { args: { id: 7, force: true } as never }, 'act'],
    ['caller', { key: 'eve' }, 'act'],
  ])('is not valid for another %s, and stays valid for its own', async (_, other, requested_operation) => {
    const { call, ask, ran } = serve(danger);
    const token = tokenOf(await ask());
    expect(failureOf(await call(token, other))).toMatchObject({
      code: 'TOKEN_SCOPE_MISMATCH',
      details: { token, token_operation: 'act', requested_operation },
    });
    expect((await call(token)).ok).toBe(true);
    expect(ran).toEqual(['act']);
  });

  it('confirms one of 64 calls that come at the same moment', async () => {
    const { call, ask, ran } = serve(danger);
    const token = tokenOf(await ask());
    const outcomes = await Promise.all(Array.from({ length: 64 }, () => call(token)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(outcomes.filter(isFailure).map(({ code }) => code))).toEqual(new Set(['TOKEN_ALREADY_USED']));
    expect(ran).toEqual(['act']);
  });
});

describe('how long a confirmation can be given', () => {
  const endOf = async (policy: Parameters<typeof createServer>[0]['policy'], quota = false): Promise<number> => {
    const tool = defineTool({
      name: 'act',
      description: 'Acts.',
      input: z.strictObject({}),
      operation: 'command',
      danger: quota ? 'reversible' : 'destructive',
      errors: [],
      quotas: quota ? [{ metric: 'm', count: 'attempts', windowMs: minute, pause: 0 }] : [],
      run: () => ({ done: true }),
    });
    const server = createServer({ name: 's', tools: [tool], ...(policy && { policy }), now: () => start });
    const { details } = failureOf(await server.call(request('act')));
    expect(details?.['confirmation_token']).toMatch(quota ? /^quota_continue_/u : /^conf_/u);
    return Date.parse(String(details?.['expires_at'])) - start;
  };

  it('is what the operator says for all, or by what the question is about', async () => {
    expect(await endOf({ confirmationMs: minute })).toBe(minute);
    expect(await endOf({ confirmationMs: minute }, true)).toBe(minute);
    expect(await endOf({ confirmationMs: { destructive: minute } })).toBe(minute);
    expect(await endOf({ confirmationMs: { destructive: minute } }, true)).toBe(5 * minute);
    expect(await endOf({ confirmationMs: { quota: minute } }, true)).toBe(minute);
  });

  it('is that of the danger as the operator sees it', async () => {
    const policy = { tools: { act: { danger: 'forbidden', decision: 'confirm' } } } as const;
    expect(await endOf(policy)).toBe(2 * minute);
  });
});
