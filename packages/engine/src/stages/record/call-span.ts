import { ProxyTracerProvider, SpanKind, SpanStatusCode, context, createTraceState, trace } from '@opentelemetry/api';
import type { Attributes, Span, SpanContext } from '@opentelemetry/api';
import type { Outcome } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import type { Caller, CallMeta } from '../../call/call.ts';
import type { RecordedCall } from './recorded-call.ts';
import { cleanTraceState, parseTraceParent } from './trace-parent.ts';

const scope = '@recourse/engine';

/** False while no OpenTelemetry SDK is registered: then no spans are built, because nothing would read them. */
export const isTracing = (): boolean => {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(scope) !== undefined;
};

/** MCP's attributes, shared by span and metric. There is no `mcp.tool.name`; the tool is a generative one's. */
export const callAttributes = (call: RecordedCall): Attributes => {
  const transport = transports[call.request.caller.transport];
  return {
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    ...(transport !== undefined && { 'network.transport': transport }),
  };
};

const transports: Readonly<Record<Caller['transport'], string | undefined>> = {
  stdio: 'pipe',
  http: 'tcp',
  'in-process': undefined,
};

/** Opens the span of a call: a child of the trace in its metadata, linked to the span that is active here, if any. */
export const startCallSpan = (call: RecordedCall): Span | undefined =>
  quietly(() => {
    const { request_id, session_id, caller } = call.request;
    const remote = remoteOf(call.meta);
    const active = context.active();
    const around = trace.getSpanContext(active);
    return trace.getTracer(scope).startSpan(
      `tools/call ${call.tool}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          ...callAttributes(call),
          'gen_ai.tool.name': call.tool,
          ...(session_id !== undefined && { 'mcp.session.id': session_id }),
          ...(request_id !== undefined && { 'jsonrpc.request.id': String(request_id) }),
          ...(caller.address !== undefined && { 'client.address': caller.address }),
          'recourse.correlation_id': call.correlation_id,
        },
        ...(remote && around && { links: [{ context: around }] }),
      },
      remote ? trace.setSpanContext(active, remote) : active,
    );
  });

const remoteOf = ({ traceparent, tracestate }: CallMeta): SpanContext | undefined => {
  const parent = parseTraceParent(traceparent);
  const state = cleanTraceState(tracestate);
  return parent && state !== undefined ? { ...parent, traceState: createTraceState(state) } : parent;
};

/** Runs the rest of the pipeline with the span active, so that what a handler traces becomes its child. */
export const runInSpan = <Value extends object>(span: Span, run: () => Value): Value => {
  const running: Value[] = [];
  quietly(() => context.with(trace.setSpan(context.active(), span), () => void running.push(run())));
  // A context manager that fails must neither cost the call nor make it run twice.
  return running[0] ?? run();
};

export const endCallSpan = (span: Span, call: RecordedCall, outcome: Outcome): void => {
  quietly(() => {
    const { operation } = call.state;
    // Names that callers invent would make as many span names as there are typing errors.
    if (operation === undefined) span.updateName('tools/call');
    else if (operation !== call.tool) span.setAttribute('recourse.operation', operation);
    if (!outcome.ok) {
      span.setAttribute('error.type', outcome.code);
      span.setAttribute('recourse.effect', outcome.effect);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
  });
  quietly(() => span.end());
};
