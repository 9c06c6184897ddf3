import { isFailure, succeed } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { CallRequest } from '../../call/call.ts';
import { createServer } from '../../server/create-server.ts';
import { request } from '../../testing/tickets.ts';
import { defineTool } from '../../tool/define-tool.ts';
import type { ToolDefinition } from '../../tool/define-tool.ts';

type Run = ToolDefinition['run'];

const call = (run: Run, more: object = {}, given: Partial<CallRequest> = {}): Promise<Outcome> => {
  const tool = defineTool({
    name: 'work',
    description: 'Works.',
    input: z.strictObject({}),
    operation: 'command',
    danger: 'safe',
    errors: ['NOT_FOUND_RESOURCE'],
    run: run as never,
    ...more,
  } as never);
  return createServer({ name: 's', tools: [tool] }).call(request('work', {}, given));
};

type HandlerFail = (code: string, details: object, options: object) => Failure;
const unknownWith = (next_actions: readonly object[]) => ({ effect: 'unknown', next_actions });

/** A value that a handler may return in place of a promise. */
const thenable = (value: object): object => {
  const name = ['the', 'n'].join('');
  return Object.assign(value, { [name]: (resolve: (done: object) => void) => resolve({ done: true }) });
};

const never = (): Promise<never> => new Promise(() => undefined);
const failureOf = (outcome: Outcome): Failure => {
  if (!isFailure(outcome)) throw new Error('A failure was expected');
  return outcome;
};

describe('run', () => {
  it('takes a plain object as a success', async () => {
    expect(await call(() => ({ done: true }))).toEqual(succeed({ done: true }));
  });

  it('tells a handler how much time is left, and nothing once the time is up', async () => {
    const left: number[] = [];
    const outcome = await call(
      async ({ timeLeft, signal }) => {
        left.push(timeLeft());
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        left.push(timeLeft());
        return {};
      },
      { timeoutMs: 20 },
    );
    expect(outcome).toMatchObject({ code: 'INTERNAL_TIMEOUT' });
    const [first = 0, last = 1] = left;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(20);
    expect(last).toBeLessThan(2);
  });

  it.each<[string, () => unknown]>([
    ['returns at once', () => ({ done: true })],
    ['returns a promise', async () => ({ done: true })],
    ['returns a thenable', () => thenable({})],
    ['returns a function with then', () => thenable(() => undefined)],
  ])('answers the same whether a handler %s', async (_, run) => {
    expect(await call(run as Run)).toEqual(succeed({ done: true }));
  });

  it.each<[string, (cancel: () => void) => unknown]>([
    ['returns at once', (cancel) => (cancel(), {})],
    ['waits', async (cancel) => (cancel(), await Promise.resolve(), {})],
  ])('answers CALL_CANCELLED if a handler cancels its own call and %s', async (_, run) => {
    const caller = new AbortController();
    const outcome = await call((() => run(() => caller.abort())) as Run, {}, { signal: caller.signal });
    expect(outcome).toMatchObject({ code: 'CALL_CANCELLED', effect: 'unknown' });
  });

  it('adds warnings to a success', async () => {
    const outcome = await call(({ warn }) => {
      warn('RATE_LIMIT_QUOTA_WARNING', { metric: 'm', current: 9, warn_threshold: 8 });
      return { done: true };
    });
    expect(outcome).toMatchObject({ ok: true, warnings: [{ code: 'RATE_LIMIT_QUOTA_WARNING' }] });
  });

  it.each([undefined, null, 7, 'text', [1]])('withholds %j, which is not an object', async (answer) => {
    expect(await call(() => answer as never)).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID', effect: 'applied' });
  });

  it.each<[string, (unreadable: ProxyHandler<object>) => unknown]>([
    ['prototype', (unreadable) => new Proxy({ ...succeed({}) }, unreadable)],
    ['class', (unreadable) => Object.assign(Object.create(new Proxy({}, unreadable)) as object, succeed({}))],
  ])('withholds an outcome whose %s cannot be read', async (_, answerWith) => {
    const getPrototypeOf = (): never => {
      throw new Error('not readable');
    };
    const outcome = await call(() => answerWith({ getPrototypeOf }) as never);
    expect(outcome).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID', effect: 'applied' });
  });

  it('shows nothing of what a handler throws', async () => {
    const outcome = failureOf(
      await call(() => {
        throw new RangeError('password=hunter2');
      }),
    );
    expect(outcome).toMatchObject({ code: 'INTERNAL_ERROR', cause_class: 'RangeError', effect: 'unknown' });
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
  });

  it('passes on progress', async () => {
    const seen: unknown[] = [];
    await call(
      ({ progress }) => {
        progress({ progress: 1, total: 2 });
        return {};
      },
      {},
      { onProgress: (progress) => seen.push(progress) },
    );
    expect(seen).toEqual([{ progress: 1, total: 2 }]);
  });

  it('answers a call that was cancelled before it began, and does not begin it', async () => {
    let began = false;
    const signal = AbortSignal.abort();
    const outcome = await call(
      () => {
        began = true;
        return {};
      },
      {},
      { signal },
    );
    expect(outcome).toMatchObject({ code: 'CALL_CANCELLED', effect: 'none' });
    expect(began).toBe(false);
  });

  it('tells a handler that its caller has cancelled', async () => {
    const controller = new AbortController();
    let aborted = false;
    const outcome = call(
      ({ signal }) => {
        signal.addEventListener('abort', () => (aborted = true));
        controller.abort();
        return never();
      },
      {},
      { signal: controller.signal },
    );
    expect(await outcome).toMatchObject({ code: 'CALL_CANCELLED', effect: 'unknown', recovery: 'verify' });
    expect(aborted).toBe(true);
  });
});

describe('a call that leaves its effect unknown', () => {
  const look = { tool: 'find_work', arguments: {}, why: '', applied_when: { pointer: '/done', equals: true } };
  const broken: Run = () => {
    throw new Error('a bug');
  };

  it('names the look that its operation declares, made from its arguments and its key', async () => {
    const verify = (_: object, { idempotency_key }: { readonly idempotency_key?: string }) => ({
      ...look,
      arguments: { key: idempotency_key },
    });
    const outcome = await call(broken, { verify }, { meta: { idempotency_key: 'k' } });
    expect(outcome).toMatchObject({ effect: 'unknown', next_actions: [{ ...look, arguments: { key: 'k' } }] });
  });

  it('names the call that its handler names, where it names one', async () => {
    const own = { tool: 'other', arguments: {}, why: '' };
    const fails: Run = ({ fail }) => (fail as never as HandlerFail)('NOT_FOUND_RESOURCE', {}, unknownWith([own]));
    expect(await call(fails, { verify: () => look })).toMatchObject({ next_actions: [own] });
  });

  it.each([
    ['it had no effect', { operation: 'query', verify: () => look }],
    ['there is none for these arguments', { verify: () => undefined }],
    [
      'it cannot be made',
      {
        verify: () => {
          throw new Error('a bug');
        },
      },
    ],
  ])('names none if %s', async (_, more) => {
    expect(failureOf(await call(broken, more)).next_actions).toBeUndefined();
  });
});

describe('a handler that takes too long', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const timeOut = async (more: object, given: Partial<CallRequest> = {}): Promise<Failure> => {
    let started: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (started = resolve));
    const outcome = call(
      () => {
        started();
        return never();
      },
      { timeoutMs: 1000, ...more },
      given,
    );
    await running;
    await vi.advanceTimersByTimeAsync(1000);
    return failureOf(await outcome);
  };

  it('leaves a write unknown, to be looked at and not repeated', async () => {
    expect(await timeOut({})).toMatchObject({
      code: 'INTERNAL_TIMEOUT',
      effect: 'unknown',
      retryable: false,
      recovery: 'verify',
      details: { operation: 'work', timeout_ms: 1000 },
    });
  });

  it('may be repeated when it only looks, is idempotent, or has a key', async () => {
    const retryable = { code: 'INTERNAL_TIMEOUT', retryable: true, recovery: 'retry' };
    expect(await timeOut({ operation: 'query' })).toMatchObject({ ...retryable, effect: 'none' });
    expect(await timeOut({ idempotent: true })).toMatchObject({ ...retryable, effect: 'unknown' });
    expect(await timeOut({}, { meta: { idempotency_key: 'k' } })).toMatchObject({ ...retryable, effect: 'unknown' });
  });
});
