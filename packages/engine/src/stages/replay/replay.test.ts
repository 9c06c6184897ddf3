import { fail } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createServer } from '../../server/create-server.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { createEventBuffer } from '../record/create-event-buffer.ts';
import { createMemorySink } from '../record/memory-sink.ts';

type Answer = { readonly paid: boolean } | Outcome;

interface PayOptions {
  readonly timeoutMs?: number;
  readonly settlesWithinMs?: number;
  readonly idempotent?: boolean;
  readonly resembles?: true;
  readonly abandonMs?: number;
}

/** A server with one slow write and the look that shows its effect. The test decides when and how handlers end. */
const open = ({ timeoutMs, settlesWithinMs, idempotent, resembles, abandonMs }: PayOptions = {}) => {
  let now = Date.UTC(2026, 0, 1);
  const handlers: { end(answer: Answer): void; fail(error: Error): void }[] = [];
  const paid = new Set<string>();
  let looks = 0;
  const sink = createMemorySink();
  const events = createEventBuffer(sink);
  const server = createServer({
    name: 'slow',
    now: () => now,
    record: { events },
    ...(abandonMs !== undefined && { timeouts: { abandonMs, maxMs: abandonMs } }),
    tools: [
      defineTool({
        name: 'pay',
        description: 'Pays, in its own time.',
        input: z.strictObject({}),
        operation: 'command',
        danger: 'reversible',
        errors: ['UPSTREAM_UNAVAILABLE'],
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...(settlesWithinMs !== undefined && { settlesWithinMs }),
        ...(idempotent !== undefined && { idempotent }),
        verify: (_, { idempotency_key }) => ({
          tool: 'find_payment',
          arguments: { key: idempotency_key ?? '' },
          why: 'Shows whether it was paid.',
          applied_when: { pointer: '/paid', equals: true },
          ...(resembles && { resembles }),
        }),
        run: () => new Promise<never>((resolve, reject) => handlers.push({ end: resolve as never, fail: reject })),
      }),
      defineTool({
        name: 'find_payment',
        description: 'Finds a payment by its key.',
        input: z.strictObject({ key: z.string() }),
        operation: 'query',
        danger: 'safe',
        errors: [],
        run: ({ arguments: { key } }) => {
          looks += 1;
          return { paid: paid.has(key) };
        },
      }),
    ],
  });
  const call = (more: { readonly signal?: AbortSignal; readonly key?: string } = {}) =>
    server.call({
      tool: 'pay',
      arguments: {},
      meta: { idempotency_key: more.key ?? 'k' },
      caller: { transport: 'in-process', local: true },
      ...(more.signal && { signal: more.signal }),
    });
  const started = async (count: number): Promise<void> => {
    while (handlers.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    call,
    handlers,
    paid,
    events,
    sink,
    started,
    looks: () => looks,
    now: () => now,
    advance: (ms: number): void => void (now += ms),
  };
};

/** Lets a handler that has ended pass the stages. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('a key follows its handler', () => {
  it('stays in flight after a timeout, and returns the late outcome', async () => {
    const { call, handlers } = open({ timeoutMs: 5 });
    const first = await call();
    expect(first).toMatchObject({ code: 'INTERNAL_TIMEOUT', effect: 'unknown', retryable: true });
    expect(await call()).toMatchObject({ code: 'CONFLICT_IN_FLIGHT', effect: 'none' });
    handlers[0]?.end({ paid: true });
    await settle();
    expect(await call()).toMatchObject({ ok: true, value: { paid: true } });
    expect(handlers).toHaveLength(1);
  });

  it('stays in flight after the caller cancelled, and returns the late outcome', async () => {
    const { call, handlers, started } = open();
    const cancelling = new AbortController();
    const first = call({ signal: cancelling.signal });
    await started(1);
    cancelling.abort();
    expect(await first).toMatchObject({ code: 'CALL_CANCELLED', effect: 'unknown' });
    expect(await call()).toMatchObject({ code: 'CONFLICT_IN_FLIGHT' });
    handlers[0]?.end({ paid: true });
    await settle();
    expect(await call()).toMatchObject({ ok: true, value: { paid: true } });
    expect(handlers).toHaveLength(1);
  });

  it('is free again when the late outcome had no effect', async () => {
    const { call, handlers } = open({ timeoutMs: 5 });
    await call();
    handlers[0]?.end(fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' }));
    await settle();
    const again = call();
    await settle();
    expect(handlers).toHaveLength(2);
    handlers[1]?.end({ paid: true });
    expect(await again).toMatchObject({ ok: true });
  });

  it('returns a late outcome only if it passes the checks of any other', async () => {
    const { call, handlers } = open({ timeoutMs: 5 });
    await call();
    handlers[0]?.end(fail('NOT_FOUND_RESOURCE', {}, { effect: 'applied' }));
    await settle();
    expect(await call()).toMatchObject({ code: 'INTERNAL_ERROR', effect: 'applied' });
  });

  it('records the early answer and the late outcome, and marks the latter', async () => {
    const { call, events, handlers, sink } = open({ timeoutMs: 5 });
    await call();
    handlers[0]?.end({ paid: true });
    await settle();
    await events.flush();
    const recorded = sink.take().map(({ type, code, effect, data }) => ({ type, code, effect, late: data['late'] }));
    expect(recorded).toEqual([
      { type: 'TOOL_CALL_STARTED', code: null, effect: null, late: undefined },
      { type: 'TOOL_CALL_FAILED', code: 'INTERNAL_TIMEOUT', effect: 'unknown', late: undefined },
      { type: 'TOOL_CALL_FINISHED', code: null, effect: null, late: true },
    ]);
  });

  it('tells callers to wait about as long as the call has run, between one and ten seconds', async () => {
    const { advance, call, handlers, started } = open();
    const first = call();
    await started(1);
    expect(await call()).toMatchObject({ code: 'CONFLICT_IN_FLIGHT', retry_after_ms: 1000 });
    advance(4000);
    expect(await call()).toMatchObject({ retry_after_ms: 4000 });
    advance(3_000_000);
    expect(await call()).toMatchObject({ retry_after_ms: 10_000 });
    handlers[0]?.end({ paid: true });
    expect(await first).toMatchObject({ ok: true });
  });
});

describe('a lost key', () => {
  const lose = async (options: PayOptions) => {
    const opened = open(options);
    const first = opened.call();
    await opened.started(1);
    opened.handlers[0]?.fail(new Error('The connection broke'));
    expect(await first).toMatchObject({ code: 'INTERNAL_ERROR', effect: 'unknown' });
    return opened;
  };

  it('is answered with what is known and the look, and never runs again by itself', async () => {
    const { call, handlers, now, looks } = await lose({});
    const at = new Date(now()).toISOString();
    expect(await call()).toMatchObject({
      code: 'CONFLICT_OUTCOME_UNKNOWN',
      effect: 'unknown',
      retryable: false,
      recovery: 'verify',
      details: { operation: 'pay', started_at: at, last_heard_at: at },
      next_actions: [{ tool: 'find_payment', arguments: { key: 'k' } }],
    });
    expect(handlers).toHaveLength(1);
    expect(looks()).toBe(0);
  });

  it('is reopened once its settling time has passed and a look shows nothing', async () => {
    const { advance, call, handlers, now, looks, started } = await lose({ settlesWithinMs: 30_000 });
    const reopenable_at = new Date(now() + 30_000).toISOString();
    expect(await call()).toMatchObject({
      code: 'CONFLICT_OUTCOME_UNKNOWN',
      retryable: true,
      retry_after_ms: 30_000,
      details: { reopenable_at },
    });
    expect(looks()).toBe(0);
    advance(30_000);
    const again = call();
    await started(2);
    handlers[1]?.end({ paid: true });
    expect(await again).toMatchObject({ ok: true });
    expect(looks()).toBe(1);
  });

  it('is settled as applied when the look shows the effect, for good', async () => {
    const { advance, call, handlers, paid, looks } = await lose({ settlesWithinMs: 30_000 });
    paid.add('k');
    advance(30_000);
    const applied = { code: 'CONFLICT_ALREADY_APPLIED', effect: 'applied', next_actions: [{ tool: 'find_payment' }] };
    expect(await call()).toMatchObject(applied);
    expect(await call()).toMatchObject(applied);
    expect(looks()).toBe(1);
    expect(handlers).toHaveLength(1);
  });

  it('is not reopened by a look that finds only something like the effect', async () => {
    const { advance, call, handlers, looks } = await lose({ settlesWithinMs: 30_000, resembles: true });
    advance(30_000);
    expect(await call()).toMatchObject({ code: 'CONFLICT_OUTCOME_UNKNOWN', retryable: false });
    expect([looks(), handlers.length]).toEqual([0, 1]);
  });

  it('is free where a repeated call leaves the same state', async () => {
    const { call, handlers, started } = await lose({ idempotent: true });
    const again = call();
    await started(2);
    handlers[1]?.end({ paid: true });
    expect(await again).toMatchObject({ ok: true });
  });

  it('is lost past its bound while the handler runs, and is not reopened: the late outcome settles it', async () => {
    const { advance, call, handlers, started } = open({ abandonMs: 60_000, settlesWithinMs: 0 });
    const first = call();
    await started(1);
    advance(60_000);
    expect(await call()).toMatchObject({ code: 'CONFLICT_OUTCOME_UNKNOWN', retryable: false });
    expect(handlers).toHaveLength(1);
    handlers[0]?.end({ paid: true });
    expect(await first).toMatchObject({ ok: true });
    expect(await call()).toMatchObject({ ok: true, value: { paid: true } });
  });
});
