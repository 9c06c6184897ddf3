import { fail, fromUnknown, succeed, warn } from '@recourse/contract';
import type { Outcome, Warning } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../call/call.ts';
import { compose } from '../../pipeline/compose.ts';
import { defineStage } from '../stage.ts';
import type { CallEvent, EventSink } from './call-event.ts';
import { createEventBuffer } from './create-event-buffer.ts';
import type { EventBuffer } from './event-buffer.ts';
import type { LogLine } from './logger.ts';
import { createMemorySink } from './memory-sink.ts';
import { recordLateResult } from './record-late-result.ts';
import { recordRefusal } from './record-refusal.ts';
import { record } from './record.ts';
import type { RecordOptions } from './record.ts';
import { createStderrLogger } from './stderr-logger.ts';
import { sampleCall } from './testing/sample-call.ts';

const start = Date.UTC(2026, 0, 1);

/** A record with everything on, a clock that moves 5 ms per look, and counted ids. */
const observe = (options: Partial<RecordOptions> = {}) => {
  const sink = createMemorySink();
  const events = createEventBuffer(sink);
  const lines: LogLine[] = [];
  let looks = 0;
  let ids = 0;
  const all: RecordOptions = {
    events,
    logger: { log: (line) => void lines.push(line) },
    now: () => start + 5 * looks++,
    ids: { event: () => `e${(ids += 1)}`, trace: () => 'a'.repeat(32), span: () => 'b'.repeat(16) },
    ...options,
  };
  const run = async (behind: (call: Call) => Outcome | Promise<Outcome>, call = sampleCall()): Promise<Outcome> =>
    compose([record(all), defineStage('run', ['PERMISSION_DENIED'], async (inner) => behind(inner))])(call);
  const taken = async (): Promise<readonly CallEvent[]> => {
    await events.flush();
    return sink.take();
  };
  return { all, lines, run, taken };
};

/** The facts that `identify` and `find` would have recorded. */
const identified = (call: Call): void => {
  Object.assign(call.state, { principal: 'ann', operation: 'close_ticket' });
};

describe('record', () => {
  it('says when a call began and when it ended', async () => {
    const { run, taken } = observe();
    const warning: Warning = warn('RATE_LIMIT_QUOTA_WARNING', { metric: 'calls', current: 8, warn_threshold: 8 });
    const outcome = succeed({ secret_value: 1 }, [warning]);
    expect(
      await run((call) => {
        identified(call);
        return outcome;
      }),
    ).toBe(outcome);
    const common = {
      trace_id: 'a'.repeat(32),
      span_id: 'b'.repeat(16),
      subject: null,
      principal: 'ann',
      tool: 'close_ticket',
      code: null,
      effect: null,
    };
    const data = { correlation_id: 'c-1', transport: 'stdio' };
    expect(await taken()).toEqual([
      {
        ...common,
        event_id: 'e1',
        ts: '2026-01-01T00:00:00.000Z',
        type: 'TOOL_CALL_STARTED',
        elapsed_ms: null,
        data,
      },
      {
        ...common,
        event_id: 'e2',
        ts: '2026-01-01T00:00:00.005Z',
        type: 'TOOL_CALL_FINISHED',
        elapsed_ms: 5,
        data: { ...data, warnings: ['RATE_LIMIT_QUOTA_WARNING'] },
      },
    ]);
  });

  it('says how a call failed, with secrets masked', async () => {
    const { run, taken } = observe();
    await run((call) => {
      identified(call);
      Object.assign(call.state, { sensitive: ['/pan'], arguments: { pan: '4111 1111' } });
      return fail(
        'PERMISSION_DENIED',
        { reason: 'card 4111 1111 is blocked' },
        { subject: { type: 'run', id: 'r_1' }, correlation_id: 'c-1', message: 'No: Bearer abcdefgh12345' },
      );
    });
    const [, failed] = await taken();
    expect(failed).toMatchObject({
      type: 'TOOL_CALL_FAILED',
      code: 'PERMISSION_DENIED',
      effect: 'none',
      subject: 'run:r_1',
      data: {
        category: 'permission',
        recovery: 'authorize',
        retryable: false,
        message: 'No: Bearer [redacted]',
        details: { reason: 'card [redacted] is blocked' },
      },
    });
  });

  it('records whatever a stage behind it throws', async () => {
    const { run, taken, lines } = observe();
    const outcome = await run(() => Promise.reject(new Error('boom')));
    expect(outcome).toMatchObject({ ok: false, code: 'INTERNAL_ERROR' });
    expect((await taken()).map(({ code }) => code)).toEqual([null, 'INTERNAL_ERROR']);
    expect(lines).toMatchObject([{ level: 'error', code: 'INTERNAL_ERROR', cause: { message: 'boom' } }]);
  });

  it('names the id that the caller was shown where it is not the call’s own', async () => {
    const { run, taken, lines } = observe();
    await run(() => fail('PERMISSION_DENIED', { reason: 'stored' }, { correlation_id: 'c-0' }));
    expect((await taken())[1]?.data).toMatchObject({ correlation_id: 'c-1', answered_correlation_id: 'c-0' });
    expect(lines[0]).toMatchObject({ correlation_id: 'c-1', answered_correlation_id: 'c-0' });
  });

  it('leaves the caller open if the call was not identified', async () => {
    const { run, taken, lines } = observe();
    await run(() => fail('PERMISSION_DENIED', { reason: 'a key is needed' }));
    expect((await taken()).map(({ principal }) => principal)).toEqual([null, null]);
    expect(lines[0]).not.toHaveProperty('principal');
  });

  it('names the operation that a router resolved to', async () => {
    const { run, taken } = observe();
    await run((call) => {
      call.state.operation = 'delete_repo';
      return succeed({});
    });
    expect((await taken())[1]?.data).toMatchObject({ operation: 'delete_repo' });
  });

  it('shows arguments only when asked to, and never before it is known which are sensitive', async () => {
    const args = { id: 7, pan: '4111', password: 'x' };
    const behind = (sensitive?: readonly string[]) => (call: Call) => {
      Object.assign(call.state, { arguments: args, ...(sensitive && { sensitive }) });
      return succeed({});
    };
    const silent = observe();
    await silent.run(behind(['/pan']));
    expect(JSON.stringify(await silent.taken())).not.toContain('arguments');
    const open = observe({ arguments: 'redacted' });
    await open.run(behind());
    expect(JSON.stringify(await open.taken())).not.toContain('arguments');
    await open.run(behind(['/pan']));
    expect((await open.taken())[1]?.data).toMatchObject({
      arguments: { id: 7, pan: '[redacted]', password: '[redacted]' },
    });
  });

  it('takes the trace that the caller is in', async () => {
    const { run, taken } = observe();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await run(() => succeed({}), sampleCall({ meta: { traceparent } }));
    expect((await taken()).map(({ trace_id }) => trace_id)).toEqual(Array(2).fill('0af7651916cd43dd8448eb211c80319c'));
  });

  it('bounds a name that no stage has looked at yet', async () => {
    const { run, taken } = observe();
    await run(() => succeed({}), sampleCall({ tool: `a\nb${'x'.repeat(500)}` }));
    expect((await taken())[0]?.tool).toBe(`a_b${'x'.repeat(125)}…`);
  });

  it('logs one line per outcome and puts the cause nowhere else', async () => {
    const { run, taken, lines } = observe();
    const cause = new Error('password=hunter2 refused', { cause: 'disk' });
    await run((call) => {
      identified(call);
      return fromUnknown(cause, { correlation_id: 'c-1' });
    });
    await run(() => succeed({}));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      ts: '2026-01-01T00:00:00.005Z',
      level: 'error',
      event: 'tool_call',
      tool: 'close_ticket',
      principal: 'ann',
      ok: false,
      code: 'INTERNAL_ERROR',
      elapsed_ms: 5,
      correlation_id: 'c-1',
      cause: { name: 'Error', message: 'password=[redacted] refused', cause: { name: 'string', message: 'disk' } },
    });
    expect(lines[0]?.cause?.stack).not.toContain('hunter2');
    expect(lines[1]).toMatchObject({ level: 'info', ok: true });
    expect(JSON.stringify(await taken())).not.toContain('refused');
  });

  it('is not disturbed by a broken logger, buffer or exception', async () => {
    const broken = (): never => {
      throw new Error('broken');
    };
    const events: EventBuffer = { push: broken, kept: broken, flush: broken, close: broken, counts: broken };
    const { run } = observe({ events, logger: { log: broken } });
    const outcome = succeed({});
    expect(await run(() => outcome)).toBe(outcome);
    const { run: runLogged, lines } = observe();
    const hostile = Object.defineProperty(new Error('x'), 'message', { get: broken });
    const failure = fail('PERMISSION_DENIED', { reason: 'no' }, { cause: hostile, cause_class: 'Hostile' });
    expect(await runLogged(() => failure)).toBe(failure);
    expect(lines).toMatchObject([{ cause: { name: 'unreadable' } }]);
  });

  it('answers once a durable sink has kept the events', async () => {
    const kept: string[] = [];
    const sink: EventSink = {
      durable: true,
      deliver: async (events) => {
        await new Promise((resolve) => setImmediate(resolve));
        kept.push(...events.map(({ type }) => type));
      },
    };
    const { run } = observe({ events: createEventBuffer(sink) });
    await run(() => succeed({}));
    expect(kept).toEqual(['TOOL_CALL_STARTED', 'TOOL_CALL_FINISHED']);
    await Promise.all(Array.from({ length: 16 }, () => run(() => fail('PERMISSION_DENIED', { reason: 'no' }))));
    expect(kept.filter((type) => type === 'TOOL_CALL_FAILED')).toHaveLength(16);
  });

  it('passes the call on untouched if nothing reads the record', async () => {
    const outcome = succeed({});
    const call = sampleCall();
    const seen: Call[] = [];
    await record().run(call, (inner) => (seen.push(inner), Promise.resolve(outcome)));
    expect(seen).toEqual([call]);
  });
});

describe('recordRefusal', () => {
  it('puts a refusal at the door on record, without a beginning', async () => {
    const { all, taken, lines } = observe();
    const failure = fail('PERMISSION_DENIED', { reason: 'a key is needed' });
    recordRefusal({ failure, caller: { transport: 'http', local: false }, started_at: start - 10 }, all);
    expect(await taken()).toMatchObject([
      {
        type: 'TOOL_CALL_FAILED',
        tool: 'unknown',
        principal: null,
        code: 'PERMISSION_DENIED',
        elapsed_ms: 10,
        data: { transport: 'http', correlation_id: failure.correlation_id },
      },
    ]);
    expect(lines).toHaveLength(1);
  });
});

describe('recordLateResult', () => {
  it('ties a result that came too late to its call, and marks it', async () => {
    const { all, run, taken, lines } = observe();
    const call = sampleCall();
    await run((inner) => {
      identified(inner);
      return fail('PERMISSION_DENIED', { reason: 'too slow' }, { effect: 'unknown', correlation_id: 'c-1' });
    }, call);
    recordLateResult(call, succeed({ done: true }), all, false);
    const [, failed, late] = await taken();
    expect(late).toMatchObject({
      type: 'TOOL_CALL_FINISHED',
      principal: 'ann',
      trace_id: failed?.trace_id,
      span_id: failed?.span_id,
      data: { correlation_id: 'c-1', late: true },
    });
    expect(lines[1]).toMatchObject({ level: 'warn', event: 'late_result', ok: true, correlation_id: 'c-1' });
  });
});

describe('the stderr logger', () => {
  it('writes each line as JSON and survives a reader that has gone', async () => {
    const written: string[] = [];
    const listeners: string[] = [];
    const logger = createStderrLogger({
      write: (text) => written.push(text),
      on: (event) => listeners.push(event),
    });
    const { run } = observe({ logger });
    await run(() => succeed({}), sampleCall({ tool: 'two\nlines' }));
    expect(listeners).toEqual(['error']);
    expect(written).toHaveLength(1);
    expect(written[0]?.trimEnd()).not.toContain('\n');
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ event: 'tool_call', tool: 'two_lines', ok: true });
  });
});
