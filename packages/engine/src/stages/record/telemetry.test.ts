import { SpanKind, SpanStatusCode, context, createNoopMeter, metrics, trace } from '@opentelemetry/api';
import type { Attributes, Context, ContextManager, Histogram, MeterProvider } from '@opentelemetry/api';
import { fail, succeed } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { Call } from '../../call/call.ts';
import { isTracing } from './call-span.ts';
import { createEventBuffer } from './create-event-buffer.ts';
import { isMeasuring } from './duration-metric.ts';
import { createMemorySink } from './memory-sink.ts';
import { record } from './record.ts';
import { createFakeTracing } from './testing/fake-telemetry.ts';
import { sampleCall } from './testing/sample-call.ts';

afterEach(() => {
  trace.disable();
  metrics.disable();
  context.disable();
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

const run = (outcome: Outcome, call = sampleCall(), operation: string | undefined = 'close_ticket') =>
  record().run(call, (inner: Call) => {
    if (operation !== undefined) inner.state.operation = operation;
    return Promise.resolve(outcome);
  });

describe('the span of a call', () => {
  it('has the names of MCP’s conventions', async () => {
    const { provider, spans } = createFakeTracing();
    trace.setGlobalTracerProvider(provider);
    const call = sampleCall();
    await run(succeed({}), { ...call, request: { ...call.request, session_id: 's1' } });
    expect(spans).toEqual([
      {
        name: 'tools/call close_ticket',
        kind: SpanKind.SERVER,
        parent: undefined,
        links: [],
        attributes: {
          'mcp.method.name': 'tools/call',
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'close_ticket',
          'mcp.session.id': 's1',
          'jsonrpc.request.id': '7',
          'network.transport': 'pipe',
          'recourse.correlation_id': 'c-1',
        },
        status: undefined,
        ended: true,
      },
    ]);
  });

  it('has the code of a failure as its error type', async () => {
    const { provider, spans } = createFakeTracing();
    trace.setGlobalTracerProvider(provider);
    await run(fail('PERMISSION_DENIED', { reason: 'no' }), sampleCall(), 'delete_repo');
    expect(spans[0]).toMatchObject({
      status: SpanStatusCode.ERROR,
      attributes: { 'error.type': 'PERMISSION_DENIED', 'recourse.effect': 'none', 'recourse.operation': 'delete_repo' },
    });
  });

  it('does not keep the name of an unknown tool', async () => {
    const { provider, spans } = createFakeTracing();
    trace.setGlobalTracerProvider(provider);
    const failure = fail('NOT_FOUND_OPERATION', { operation: 'x', available: [] });
    await record().run(sampleCall(), () => Promise.resolve(failure));
    expect(spans[0]?.name).toBe('tools/call');
  });

  it('is a child of the trace that the caller sent, linked to the active span, and gives the events its ids', async () => {
    const { provider, spans } = createFakeTracing();
    trace.setGlobalTracerProvider(provider);
    const around = { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16), traceFlags: 1 };
    const stack: Context[] = [trace.setSpanContext(context.active(), around)];
    context.setGlobalContextManager(stackManager(stack));
    const sink = createMemorySink();
    const events = createEventBuffer(sink);
    const active: (string | undefined)[] = [];
    const call = sampleCall({ meta: { traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'a=1' } });
    await record({ events }).run(call, () => {
      active.push(trace.getSpan(context.active())?.spanContext().spanId);
      return Promise.resolve(succeed({}));
    });
    await events.flush();
    expect(spans[0]?.parent).toMatchObject({ traceId, spanId, isRemote: true });
    expect(spans[0]?.parent?.traceState?.serialize()).toBe('a=1');
    expect(spans[0]?.links).toEqual([{ context: around }]);
    expect(active).toEqual(['0000000000000001']);
    const ids = sink.take().map((event) => [event.trace_id, event.span_id]);
    expect(ids).toEqual([1, 2].map(() => [traceId, '0000000000000001']));
  });

  it('costs no call anything when tracer or context manager is broken', async () => {
    const broken = (): never => {
      throw new Error('broken');
    };
    const outcome = succeed({});
    trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: broken, startActiveSpan: broken }) });
    expect(await run(outcome)).toBe(outcome);
    trace.disable();
    trace.setGlobalTracerProvider(createFakeTracing().provider);
    context.setGlobalContextManager({ ...stackManager([context.active()]), with: broken });
    let runs = 0;
    const counted = await record().run(sampleCall(), () => ((runs += 1), Promise.resolve(outcome)));
    expect(counted).toBe(outcome);
    expect(runs).toBe(1);
  });
});

describe('the duration of calls', () => {
  it('is measured in seconds, with names of known tools only', async () => {
    const recorded: { readonly value: number; readonly attributes: Attributes | undefined }[] = [];
    const made: string[] = [];
    const histogram: Histogram = { record: (value, attributes) => void recorded.push({ value, attributes }) };
    const provider: MeterProvider = {
      getMeter: () =>
        Object.assign(Object.create(createNoopMeter()), {
          createHistogram: (name: string) => (made.push(name), histogram),
        }),
    };
    expect(isMeasuring()).toBe(false);
    metrics.setGlobalMeterProvider(provider);
    expect(isMeasuring()).toBe(true);
    let now = 0;
    const stage = record({ now: () => (now += 250) });
    await stage.run(sampleCall(), (call) => {
      call.state.operation = 'close_ticket';
      return Promise.resolve(succeed({}));
    });
    const failure = fail('NOT_FOUND_OPERATION', { operation: 'x', available: [] });
    await stage.run(sampleCall({ tool: 'invented' }), () => Promise.resolve(failure));
    expect(made).toEqual(['mcp.server.operation.duration']);
    const common = {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'network.transport': 'pipe',
    };
    expect(recorded).toEqual([
      { value: 0.25, attributes: { ...common, 'gen_ai.tool.name': 'close_ticket' } },
      { value: 0.25, attributes: { ...common, 'error.type': 'NOT_FOUND_OPERATION' } },
    ]);
  });
});

it('notices at once that no SDK is registered', () => {
  expect(isTracing()).toBe(false);
  trace.setGlobalTracerProvider(createFakeTracing().provider);
  expect(isTracing()).toBe(true);
});

/** A context manager for code that runs in one go. */
const stackManager = (stack: Context[]): ContextManager => {
  const manager: ContextManager = {
    active: () => stack.at(-1) ?? context.active(),
    with: (inner, run, self, ...args) => {
      stack.push(inner);
      try {
        return self === undefined ? run(...args) : run.call(self, ...args);
      } finally {
        stack.pop();
      }
    },
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
};
