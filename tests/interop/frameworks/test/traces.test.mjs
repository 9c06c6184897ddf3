import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { recoveringRest } from '@recourse/client';
import { aiSdkTools } from '@recourse/client/ai-sdk';
import { serveHttp } from '@recourse/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { overHttp, overTracedStdio } from '../src/connect.mjs';
import { createDesk } from '../examples/desk.mjs';

const exporter = new InMemorySpanExporter();
/** @type {string} */
let folder;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'recourse-traces-'));
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => rm(folder, { recursive: true }));

/** @type {import('../src/connect.mjs').Connected | undefined} */
let connected;
beforeEach(() => exporter.reset());
afterEach(async () => {
  await connected?.close();
  connected = undefined;
});

const call = (/** @type {string} */ tool, /** @type {number} */ invoice) => ({ name: tool, arguments: { invoice } });
/** The span of a whole call, and those of its steps, as the client told them. */
const told = () => {
  const spans = exporter.getFinishedSpans().filter(({ instrumentationScope: { name } }) => name === '@recourse/client');
  const recovery = spans.find(({ name }) => name.startsWith('execute_tool'));
  if (!recovery) throw new Error('There is no span');
  return { recovery, calls: spans.filter((span) => span !== recovery) };
};
/** @type {(span: import('@opentelemetry/sdk-trace-base').ReadableSpan) => readonly [string, object][]} */
const eventsOf = ({ events }) => events.map(({ name, attributes = {} }) => [name, attributes]);

describe('a call over stdio to a server that traces, too', () => {
  it('is one trace: each call of the server is a span, and the server’s own span is its child', async () => {
    const file = path.join(folder, 'spans.jsonl');
    connected = await overTracedStdio(file);
    await connected.client.recover(call('pay_invoice', 200), { toolCallId: 'call_7' });
    const { recovery, calls } = told();
    const { traceId, spanId } = recovery.spanContext();
    expect(recovery).toMatchObject({
      name: 'execute_tool pay_invoice',
      kind: SpanKind.INTERNAL,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'pay_invoice',
        'gen_ai.tool.call.id': 'call_7',
        'recourse.end': 'verified',
        'recourse.calls': 2,
      },
    });
    expect(calls.map(({ name, kind }) => [name, kind])).toEqual([
      ['tools/call pay_invoice', SpanKind.CLIENT],
      ['tools/call find_invoice', SpanKind.CLIENT],
    ]);
    expect(calls.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([spanId, spanId]);
    expect(calls[0]?.attributes).toEqual({
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'pay_invoice',
      'error.type': 'UPSTREAM_TIMEOUT',
    });
    const lines = async () => (await readFile(file, 'utf8')).trim().split('\n');
    await expect.poll(lines).toHaveLength(2);
    const ofServer = (await lines()).map((line) => JSON.parse(line));
    expect(ofServer.map(({ name }) => name)).toEqual(['tools/call pay_invoice', 'tools/call find_invoice']);
    expect(ofServer.map(({ parentSpanId }) => parentSpanId)).toEqual(calls.map((span) => span.spanContext().spanId));
    expect(new Set([...ofServer.map((span) => span.traceId), traceId]).size).toBe(1);
  });

  it('is a child of what the program does around it', async () => {
    connected = await overTracedStdio(path.join(folder, 'around.jsonl'));
    const { client } = connected;
    const tools = await aiSdkTools(client);
    await trace.getTracer('program').startActiveSpan('turn', async (turn) => {
      await tools['find_invoice']?.execute({ invoice: 1 }, { toolCallId: 'call_8' });
      turn.end();
    });
    const turn = exporter.getFinishedSpans().find(({ name }) => name === 'turn');
    const { recovery } = told();
    expect(recovery.parentSpanContext?.spanId).toBe(turn?.spanContext().spanId);
    expect(recovery.attributes['gen_ai.tool.call.id']).toBe('call_8');
  });
});

describe('the span of a call', () => {
  it('has an event for each step, and the code of a failure', async () => {
    connected = await overHttp({ budget: { attempts: 3 }, random: () => 0.5 });
    await connected.client.recover(call('pay_invoice', 100));
    await connected.client.recover({ name: 'find_invoice', arguments: { invoice: '404' } });
    const [retried, missing] = exporter.getFinishedSpans().filter(({ name }) => name.startsWith('execute_tool'));
    expect(retried && eventsOf(retried)).toMatchObject([
      [
        'recourse.failure',
        { 'error.type': 'UPSTREAM_UNAVAILABLE', 'recourse.effect': 'none', 'recourse.source': 'contract' },
      ],
      ['recourse.wait', { 'recourse.wait_ms': expect.any(Number) }],
    ]);
    expect(missing && eventsOf(missing)).toMatchObject([
      ['recourse.failure', { 'error.type': 'VALIDATION_INVALID_TYPE', 'recourse.recovery': 'fix_input' }],
      ['recourse.correct', { 'recourse.changes': 1 }],
      ['recourse.failure', { 'error.type': 'NOT_FOUND_RESOURCE' }],
    ]);
    expect(missing).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'NOT_FOUND_RESOURCE', 'recourse.end': 'handed_over', 'recourse.effect': 'none' },
    });
  });

  it('shows that a person was asked, and nothing of the question, the token or the key', async () => {
    connected = await overHttp({ confirm: () => false, createKey: () => 'the-key-of-the-call' });
    await connected.client.recover(call('tear_up_invoice', 987654));
    const { recovery } = told();
    expect(eventsOf(recovery).map(([name]) => name)).toEqual(['recourse.failure', 'recourse.ask', 'recourse.answer']);
    expect(recovery.attributes).toMatchObject({ 'recourse.end': 'denied' });
    const all = JSON.stringify(
      exporter.getFinishedSpans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
    );
    expect(all).not.toMatch(/987654|token|the-key-of-the-call|Tear up/);
  });

  it('is the same over REST, where the place in the trace is a header', async () => {
    const serving = await serveHttp([createDesk()], { port: 0 });
    const client = recoveringRest(`http://127.0.0.1:${serving.port}/desk`);
    await client.recover(call('find_invoice', 1));
    client.close();
    await serving.close();
    const { calls } = told();
    const ofServer = exporter.getFinishedSpans().find((span) => span.instrumentationScope.name === '@recourse/engine');
    expect(ofServer?.parentSpanContext?.spanId).toBe(calls[0]?.spanContext().spanId);
  });
});
