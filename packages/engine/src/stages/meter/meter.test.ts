import { createRegistry, defineCodes, fail } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallMeta } from '../../call/call.ts';
import { createServer } from '../../server/create-server.ts';
import { request } from '../../testing/tickets.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { createMemoryState } from '../admit/memory-admissions.ts';
import type { QuotaRule } from './quota-rule.ts';

const start = Date.parse('2026-01-28T12:00:00Z');
const minute = 60_000;

/** A server with operations that count their runs; `closed` holds every call off for as long as it is set. */
const serve = (quotas: readonly QuotaRule[], names: readonly string[] = ['send']) => {
  const clock = { time: start };
  const upstream = { closed: false };
  const ran: string[] = [];
  const state = createMemoryState({ now: () => clock.time });
  const memory = state.quotas;
  const tools = names.map((name) =>
    defineTool({
      name,
      description: 'Sends.',
      input: z.strictObject({ to: z.string().optional() }),
      operation: 'command',
      danger: name.startsWith('delete') ? 'destructive' : 'reversible',
      errors: [],
      quotas,
      hold: () =>
        upstream.closed
          ? fail('RATE_LIMIT_EXCEEDED', { limit: 5000, remaining: 0, retry_after_seconds: 30 })
          : undefined,
      run: () => ({ sent: ran.push(name) }),
    }),
  );
  const server = createServer({ name: 's', tools, stores: state, now: () => clock.time });
  const call = (name: string = names[0] ?? '', meta: CallMeta = {}): Promise<Outcome> =>
    server.call(request(name, {}, { meta }));
  return { server, call, clock, upstream, ran, memory };
};

const failed = (outcome: Outcome): Failure => {
  if (outcome.ok) throw new Error('A failure was expected');
  return outcome;
};
const tokenOf = (outcome: Outcome): string => String(failed(outcome).details?.['confirmation_token']);

describe('hold', () => {
  it('refuses the call with its correlation id before anything is counted', async () => {
    const { call, upstream, ran, memory } = serve([{ metric: 'sent', count: 'attempts', windowMs: minute, stop: 1 }]);
    upstream.closed = true;
    const first = failed(await call());
    const second = failed(await call());
    expect(first).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', effect: 'none', retry_after_ms: 30_000 });
    expect(first.correlation_id).not.toBe(second.correlation_id);
    expect(memory.windows()).toEqual([]);
    upstream.closed = false;
    expect((await call()).ok).toBe(true);
    expect(ran).toEqual(['send']);
  });

  it('burns neither the token of a confirmed call nor its idempotency key', async () => {
    const { call, upstream, ran } = serve([], ['delete_it']);
    const confirmation_token = tokenOf(await call());
    const meta = { confirmation_token, idempotency_key: 'k1' };
    upstream.closed = true;
    expect(failed(await call('delete_it', meta)).code).toBe('RATE_LIMIT_EXCEEDED');
    upstream.closed = false;
    expect((await call('delete_it', meta)).ok).toBe(true);
    expect(ran).toEqual(['delete_it']);
  });

  it('asks for no confirmation of a call that cannot be made', async () => {
    const { call, upstream } = serve([], ['delete_it']);
    upstream.closed = true;
    expect(failed(await call()).code).toBe('RATE_LIMIT_EXCEEDED');
  });

  it('answers any other code as an internal fault', async () => {
    const tool = defineTool({
      name: 'send',
      description: 'Sends.',
      input: z.strictObject({}),
      operation: 'command',
      danger: 'reversible',
      errors: [],
      hold: () => fail('PERMISSION_DENIED'),
      run: () => ({ sent: true }),
    });
    const outcome = await createServer({ name: 's', tools: [tool] }).call(request('send'));
    expect(failed(outcome)).toMatchObject({ code: 'INTERNAL_ERROR', effect: 'none', cause_class: 'StageFault' });
  });
});

/** The answers to the n-th call of a fresh window, from 1 on, without any confirmation. */
const answers = async (rule: Pick<QuotaRule, 'warn' | 'pause' | 'stop'>, calls: number): Promise<readonly string[]> => {
  const { call } = serve([{ metric: 'sent', count: 'attempts', windowMs: minute, ...rule }]);
  const seen: string[] = [];
  for (let made = 0; made < calls; made += 1) {
    const outcome = await call();
    seen.push(outcome.ok ? (outcome.warnings[0]?.code ?? 'ok') : outcome.code);
  }
  return seen;
};

describe('a quota at its thresholds', () => {
  const warning = 'RATE_LIMIT_QUOTA_WARNING';
  it.each([
    ['warn', { warn: 3 }, ['ok', 'ok', warning, warning, warning]],
    ['pause', { pause: 3 }, ['ok', 'ok', 'ok', 'RATE_LIMIT_QUOTA_PAUSE', 'RATE_LIMIT_QUOTA_PAUSE']],
    ['stop', { stop: 3 }, ['ok', 'ok', 'ok', 'RATE_LIMIT_QUOTA_EXHAUSTED', 'RATE_LIMIT_QUOTA_EXHAUSTED']],
    ['all three', { warn: 2, pause: 2, stop: 3 }, ['ok', warning, 'RATE_LIMIT_QUOTA_PAUSE', 'RATE_LIMIT_QUOTA_PAUSE']],
  ] as const)('warns, asks and stops where %s says', async (_, rule, expected) => {
    expect(await answers(rule, expected.length)).toEqual(expected);
  });

  it.each([
    ['a millisecond before the window ends', -1, false],
    ['when the window ends', 0, true],
    ['a millisecond later', 1, true],
  ])('%s, a stopped call passes again: %s %s', async (_, offset, passes) => {
    const { call, clock } = serve([{ metric: 'sent', count: 'attempts', windowMs: minute, stop: 1 }]);
    await call();
    clock.time = start + minute + offset;
    expect((await call()).ok).toBe(passes);
  });

  it.each([
    ['a millisecond before the window ends', -1, 'ok'],
    ['when the window ends', 0, 'RATE_LIMIT_QUOTA_PAUSE'],
    ['a millisecond later', 1, 'RATE_LIMIT_QUOTA_PAUSE'],
  ])('a confirmed pause, %s: %s %s', async (_, offset, expected) => {
    const { call, clock } = serve([{ metric: 'sent', count: 'attempts', windowMs: minute, pause: 1 }]);
    await call();
    const confirmation_token = tokenOf(await call());
    expect((await call('send', { confirmation_token })).ok).toBe(true);
    // Others still count when the first has left, so that the threshold is passed all the time.
    clock.time = start + minute - 1;
    await call();
    await call();
    clock.time = start + minute + offset;
    const outcome = await call();
    expect(outcome.ok ? 'ok' : outcome.code).toBe(expected);
  });

  it('stops a confirmed pause at the stop', async () => {
    const { call } = serve([{ metric: 'sent', count: 'attempts', windowMs: minute, pause: 1, stop: 3 }]);
    await call();
    const confirmation_token = tokenOf(await call());
    expect((await call('send', { confirmation_token })).ok).toBe(true);
    expect((await call()).ok).toBe(true);
    expect(failed(await call())).toMatchObject({
      code: 'RATE_LIMIT_QUOTA_EXHAUSTED',
      details: { metric: 'sent', current: 3, hard_stop_threshold: 3 },
    });
  });
});

describe('a rule of a server with words of its own', () => {
  const codes = defineCodes(
    {
      TOO_OFTEN: {
        kind: 'error',
        category: 'rate_limit',
        http: 429,
        retryable: true,
        recovery: 'wait',
        since: '0.1.0',
        summary: 'Too often',
        message: '{target} was called {limit} times',
        hint: 'Wait {retry_after_seconds} s.',
        details: () => z.object({ target: z.string(), limit: z.number(), retry_after_seconds: z.number() }),
      },
    },
    { namespace: 'own' },
  );
  const registry = createRegistry(codes);

  const serveOwn = (more: Partial<QuotaRule> = {}) => {
    let caller = 'ada';
    const tool = defineTool({
      name: 'send',
      description: 'Sends.',
      input: z.strictObject({ to: z.string().optional() }),
      operation: 'command',
      danger: 'reversible',
      codes,
      errors: [],
      quotas: [
        {
          metric: 'sent',
          key: ({ to }) => (typeof to === 'string' ? to.toLowerCase() : undefined),
          count: 'attempts',
          windowMs: minute,
          stop: 1,
          refusal: {
            code: 'TOO_OFTEN',
            fail: ({ key: target, limit, retryAfterSeconds: retry_after_seconds }) =>
              registry.fail('TOO_OFTEN', { target, limit, retry_after_seconds }),
          },
          ...more,
        },
      ],
      run: () => ({ sent: true }),
    });
    const identity = { identify: () => ({ id: caller, trust: 'validated' as const }) };
    const server = createServer({ name: 's', tools: [tool], identity, now: () => start });
    return {
      send: (args: object) => server.call(request('send', { ...args })),
      become: (id: string) => void (caller = id),
    };
  };

  it('refuses with its code, and says when there is room again', async () => {
    const { send } = serveOwn();
    await send({ to: 'Bo' });
    expect(failed(await send({ to: 'bO' }))).toMatchObject({
      namespace: 'own',
      code: 'TOO_OFTEN',
      message: 'bo was called 1 times',
      effect: 'none',
      retry_after_ms: minute,
    });
  });

  it('does not count a call whose key is undefined', async () => {
    const { send } = serveOwn();
    for (let made = 0; made < 3; made += 1) expect((await send({})).ok).toBe(true);
    expect((await send({ to: 'bo' })).ok).toBe(true);
  });

  it('counts all callers together if it says so, and otherwise each caller separately', async () => {
    const apart = serveOwn();
    await apart.send({ to: 'bo' });
    apart.become('eve');
    expect((await apart.send({ to: 'bo' })).ok).toBe(true);
    const together = serveOwn({ everybody: true });
    await together.send({ to: 'bo' });
    together.become('eve');
    expect(failed(await together.send({ to: 'bo' })).code).toBe('TOO_OFTEN');
  });

  it('leaves with no code that it did not name', async () => {
    const { send } = serveOwn({ refusal: { code: 'TOO_OFTEN', fail: () => fail('PERMISSION_DENIED') } });
    await send({ to: 'bo' });
    expect(failed(await send({ to: 'bo' }))).toMatchObject({ code: 'INTERNAL_ERROR', cause_class: 'StageFault' });
  });
});
