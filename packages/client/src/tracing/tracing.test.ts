import { ROOT_CONTEXT, SpanStatusCode, context, createTraceState, trace } from '@opentelemetry/api';
import type { ContextManager, Span, TracerProvider } from '@opentelemetry/api';
import { fail, succeed } from '@recourse/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeTracing } from '../testing/fake-tracing.ts';
import { createScripted } from '../testing/scripted-client.ts';

afterEach(() => {
  trace.disable();
  context.disable();
});

const call = { name: 'pay', arguments: { amount: 5 } };
const done = succeed({ paid: true });
const busy = fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' });

describe('a call of a program that does not trace', () => {
  it('says nothing of a trace, even if only the API is registered', async () => {
    const { client, sent } = createScripted([done]);
    await client.recover(call);
    const noContext = { active: () => ROOT_CONTEXT, disable: () => undefined } as unknown as ContextManager;
    context.setGlobalContextManager(noContext);
    await client.recover(call);
    expect(sent.map(({ _meta: meta }) => meta?.['traceparent'])).toEqual([undefined, undefined]);
  });
});

describe('a call of a program that traces', () => {
  it('is a span with a span for each call of the server, which is told its place', async () => {
    const { spans, provider } = createFakeTracing({ traceState: createTraceState('vendor=1') });
    trace.setGlobalTracerProvider(provider);
    const { client, sent } = createScripted([busy, done]);
    await client.recover(call, { toolCallId: 'call_1' });
    expect(spans.map(({ name, parent, ended }) => [name, parent, ended])).toEqual([
      ['execute_tool pay', undefined, true],
      ['tools/call pay', '0000000000000001', true],
      ['tools/call pay', '0000000000000001', true],
    ]);
    expect(spans[0]).toMatchObject({
      attributes: { 'gen_ai.tool.call.id': 'call_1', 'recourse.end': 'succeeded', 'recourse.calls': 2 },
      events: ['recourse.failure', 'recourse.wait'],
      status: undefined,
    });
    expect(spans[1]).toMatchObject({
      attributes: { 'error.type': 'UPSTREAM_UNAVAILABLE' },
      status: SpanStatusCode.ERROR,
    });
    expect(sent.map(({ _meta: meta }) => [meta?.['traceparent'], meta?.['tracestate']])).toEqual([
      [`00-${'a'.repeat(32)}-0000000000000002-01`, 'vendor=1'],
      [`00-${'a'.repeat(32)}-0000000000000003-01`, 'vendor=1'],
    ]);
  });

  it('keeps the place in a trace that the caller names, and says that a trace is not kept', async () => {
    trace.setGlobalTracerProvider(createFakeTracing({ traceFlags: 0 }).provider);
    const { client, sent } = createScripted([done]);
    await client.recover({ ...call, _meta: { traceparent: 'mine' } });
    await client.recover(call);
    expect(sent[0]?._meta?.['traceparent']).toBe('mine');
    expect(sent[1]?._meta?.['traceparent']).toMatch(/-00$/);
  });

  it('has the type of the thrown error, and no made-up name', async () => {
    const { spans, provider } = createFakeTracing();
    trace.setGlobalTracerProvider(provider);
    const thrown = Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' });
    await createScripted([{ thrown }]).client.recover(call);
    await createScripted([fail('NOT_FOUND_OPERATION', { operation: 'x', available: [] })]).client.recover(call);
    await createScripted([
      { result: { isError: true, content: [], _meta: { 'dev.recourse/failure': { code: 'a b' } } } },
    ]).client.recover(call);
    expect(spans.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['execute_tool pay', 'ANSWER_LOST'],
      ['tools/call pay', 'CONNECTION_CLOSED'],
      ['execute_tool', 'NOT_FOUND_OPERATION'],
      ['tools/call pay', 'NOT_FOUND_OPERATION'],
      ['execute_tool pay', 'TOOL_ERROR'],
      ['tools/call pay', 'tool_error'],
    ]);
  });

  it('is made once, whatever fails in the tracer', async () => {
    const broken = (): never => {
      throw new Error('a tracer that fails');
    };
    const place = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 };
    const span = { spanContext: () => place, setAttribute: broken, addEvent: broken, setStatus: broken, end: broken };
    let spans = 0;
    const brokenLater = () => ({ ...span, spanContext: (spans += 1) > 1 ? broken : span.spanContext });
    const providers = [
      { getTracer: () => ({ startSpan: brokenLater }) },
      { getTracer: broken },
      { getTracer: () => ({ startSpan: broken }) },
      { getTracer: () => ({ startSpan: () => span as unknown as Span }) },
    ] as unknown as TracerProvider[];
    for (const provider of providers) {
      trace.disable();
      trace.setGlobalTracerProvider(provider);
      const { client, sent } = createScripted([busy, done]);
      expect((await client.recover(call)).end).toBe('succeeded');
      expect(sent).toHaveLength(2);
    }
  });

  it('tells its own watcher of every step as before', async () => {
    trace.setGlobalTracerProvider(createFakeTracing().provider);
    const kinds: string[] = [];
    await createScripted([busy, done], { onStep: ({ kind }) => kinds.push(kind) }).client.recover(call);
    expect(kinds).toEqual(['call', 'failure', 'wait', 'call', 'end']);
  });
});
