import { SpanKind, SpanStatusCode, context, isSpanContextValid, trace } from '@opentelemetry/api';
import type { Span } from '@opentelemetry/api';
import { recover } from '../calling/recover.ts';
import type { Recovered } from '../calling/recovered.ts';
import type { Settings } from '../calling/settings.ts';
import type { Wire } from '../calling/wire.ts';
import type { ToolRequest } from '../strategies/strategy.ts';
import { addStep } from './add-step.ts';
import { errorTypeOfResult, errorTypeOfThrown } from './error-type-of.ts';
import type { TracedOptions } from './recover-traced.ts';
import { quietly } from './quietly.ts';
import { withTraceContext } from './with-trace-context.ts';

const scope = '@recourse/client';
const longest = 128;

/** Undefined where nobody traces: then the call is the caller's to make. */
export const recoverInSpan = (
  request: ToolRequest,
  wire: Wire,
  settings: Settings,
  options: TracedOptions,
): Promise<Recovered> | undefined => {
  const span = quietly(() => startRecovery(request, options));
  if (!span) return undefined;
  const { onStep } = settings;
  const tracedSettings: Settings = {
    ...settings,
    onStep: (step) => {
      quietly(() => addStep(span, step));
      onStep?.(step);
    },
  };
  const running = runIn(span, () => recover(request, tracedWire(wire, span), tracedSettings, options));
  return running.then(
    (recovered) => {
      quietly(() => endRecovery(span, recovered));
      return recovered;
    },
    (error: unknown) => {
      quietly(() => endSpan(span, errorTypeOfThrown(error)));
      throw error;
    },
  );
};

const startRecovery = ({ name }: ToolRequest, { toolCallId }: TracedOptions): Span | undefined => {
  const span = trace.getTracer(scope).startSpan(`execute_tool ${name.slice(0, longest)}`, {
    kind: SpanKind.INTERNAL,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name.slice(0, longest),
      ...(toolCallId !== undefined && { 'gen_ai.tool.call.id': toolCallId.slice(0, longest) }),
    },
  });
  return isSpanContextValid(span.spanContext()) ? span : undefined;
};

const endRecovery = (span: Span, { end, failure, steps }: Recovered): void => {
  const isFailure = end !== 'succeeded' && end !== 'verified';
  span.setAttribute('recourse.end', end);
  span.setAttribute('recourse.calls', steps.filter(({ kind }) => kind === 'call' || kind === 'look').length);
  if (isFailure && failure) span.setAttribute('recourse.effect', failure.effect);
  // Names that callers invent would make as many span names as there are typing errors.
  if (failure?.code === 'NOT_FOUND_OPERATION') span.updateName('execute_tool');
  endSpan(span, isFailure ? (failure?.code ?? end) : undefined);
};

/** Every call of the server, the looks among them, is a span of its own, and the server's span is its child. */
const tracedWire = (wire: Wire, recovery: Span): Wire => ({
  get server() {
    return wire.server;
  },
  get announced() {
    return wire.announced;
  },
  get dialect() {
    return wire.dialect;
  },
  get reconnect() {
    return wire.reconnect;
  },
  readsFor: (tool) => wire.readsFor(tool),
  isRead: (tool) => wire.isRead(tool),
  call: async (request, timeoutMs) => {
    const span = quietly(() => startCall(request.name, recovery));
    if (!span) return wire.call(request, timeoutMs);
    try {
      const result = await runIn(span, () => wire.call(withTraceContext(request, span), timeoutMs));
      quietly(() => endSpan(span, errorTypeOfResult(result)));
      return result;
    } catch (error) {
      quietly(() => endSpan(span, errorTypeOfThrown(error)));
      throw error;
    }
  },
});

const startCall = (tool: string, recovery: Span): Span =>
  trace.getTracer(scope).startSpan(
    `tools/call ${tool.slice(0, longest)}`,
    {
      kind: SpanKind.CLIENT,
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool.slice(0, longest),
      },
    },
    // Said outright: a program may trace without a manager of contexts.
    trace.setSpan(context.active(), recovery),
  );

const endSpan = (span: Span, errorType: string | undefined): void => {
  if (errorType !== undefined) {
    span.setAttribute('error.type', errorType);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
};

/** With the span active, so that what is traced further down becomes its child. A fault in that costs no call, and repeats none. */
const runIn = <Value>(span: Span, run: () => Promise<Value>): Promise<Value> => {
  const running: Promise<Value>[] = [];
  quietly(() => context.with(trace.setSpan(context.active(), span), () => void running.push(run())));
  return running[0] ?? run();
};
