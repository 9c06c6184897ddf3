import type * as Api from '@opentelemetry/api';
import { quietly } from '@recourse/contract/quietly';
import { recover } from '../calling/recover.ts';
import type { Recovered } from '../calling/recovered.ts';
import type { Settings } from '../calling/settings.ts';
import type { Wire } from '../calling/wire.ts';
import type { ToolRequest } from '../strategies/strategy.ts';
import { addStep } from './add-step.ts';
import { errorTypeOfCode, errorTypeOfResult, errorTypeOfThrown } from './error-type-of.ts';
import type { TracedOptions } from './recover-traced.ts';
import { tracedWire } from './traced-wire.ts';
import { withTraceContext } from './with-trace-context.ts';

type Span = Api.Span;
type Times = readonly [timeoutMs: number, longestMs: number];

const scope = '@recourse/client';
const longest = 128;

/** The spans of calls: one for the whole of each, and one for every call of the server that it takes. */
export class CallSpans {
  private readonly api: typeof Api;

  constructor(api: typeof Api) {
    this.api = api;
  }

  /** Recovers in a span. Undefined if tracing is off: then the caller makes the call. */
  recover(
    request: ToolRequest,
    wire: Wire,
    settings: Settings,
    options: TracedOptions,
  ): Promise<Recovered> | undefined {
    const span = quietly(() => this.start(request.name, options.toolCallId));
    if (!span) return undefined;
    const { onStep } = settings;
    const told: Settings = {
      ...settings,
      onStep: (step) => {
        quietly(() => addStep(span, step));
        onStep?.(step);
      },
    };
    const traced = tracedWire(wire, (sent, ...times) => this.call(wire, span, sent, times));
    return this.runIn(span, () => recover(request, traced, told, options)).then(
      (recovered) => {
        quietly(() => this.end(span, recovered));
        return recovered;
      },
      (error: unknown) => {
        quietly(() => this.endWith(span, errorTypeOfThrown(error)));
        throw error;
      },
    );
  }

  private start(tool: string, toolCallId: string | undefined): Span | undefined {
    const { trace, SpanKind, isSpanContextValid } = this.api;
    const name = tool.slice(0, longest);
    const span = trace.getTracer(scope).startSpan(`execute_tool ${name}`, {
      kind: SpanKind.INTERNAL,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        ...(toolCallId !== undefined && { 'gen_ai.tool.call.id': toolCallId.slice(0, longest) }),
      },
    });
    return isSpanContextValid(span.spanContext()) ? span : undefined;
  }

  private end(span: Span, { end, failure, calls }: Recovered): void {
    const isFailure = end !== 'succeeded' && end !== 'verified';
    span.setAttribute('recourse.end', end);
    span.setAttribute('recourse.calls', calls);
    if (isFailure && failure) span.setAttribute('recourse.effect', failure.effect);
    // Names that callers invent would make as many span names as there are typing errors.
    if (failure?.code === 'NOT_FOUND_OPERATION') span.updateName('execute_tool');
    this.endWith(span, isFailure ? errorTypeOfCode(failure?.code ?? end) : undefined);
  }

  /** The server is told the place of this span, so that its own becomes a child. */
  private async call(wire: Wire, recovery: Span, request: ToolRequest, times: Times): Promise<unknown> {
    const span = quietly(() => this.startCall(request.name, recovery));
    if (!span) return wire.call(request, ...times);
    const sent = quietly(() => withTraceContext(request, span)) ?? request;
    try {
      const result = await this.runIn(span, async () => wire.call(sent, ...times));
      quietly(() => this.endWith(span, errorTypeOfResult(result)));
      return result;
    } catch (error) {
      quietly(() => this.endWith(span, errorTypeOfThrown(error)));
      throw error;
    }
  }

  private startCall(tool: string, recovery: Span): Span {
    const { trace, context, SpanKind } = this.api;
    const name = tool.slice(0, longest);
    const attributes = {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
    };
    // The parent is said outright: a program may trace without a manager of contexts.
    const parent = trace.setSpan(context.active(), recovery);
    return trace.getTracer(scope).startSpan(`tools/call ${name}`, { kind: SpanKind.CLIENT, attributes }, parent);
  }

  private endWith(span: Span, errorType: string | undefined): void {
    if (errorType !== undefined) {
      span.setAttribute('error.type', errorType);
      span.setStatus({ code: this.api.SpanStatusCode.ERROR });
    }
    span.end();
  }

  /** With the span active, so that what is traced further down is its child. A fault in that costs and repeats no call. */
  private runIn<Value>(span: Span, run: () => Promise<Value>): Promise<Value> {
    const { trace, context } = this.api;
    const running: Promise<Value>[] = [];
    quietly(() => context.with(trace.setSpan(context.active(), span), () => void running.push(run())));
    return running[0] ?? run();
  }
}
