import type { Attributes, Context, Span, SpanContext, SpanOptions, TracerProvider } from '@opentelemetry/api';
import { trace } from '@opentelemetry/api';

/** The calls that a tracer received about one span. */
interface ToldSpan {
  name: string;
  readonly parent: string | undefined;
  readonly attributes: Attributes;
  readonly events: string[];
  status: number | undefined;
  ended: boolean;
}

/** A tracer provider that remembers spans; their ids count up. Spans are by default those of a trace that is kept. */
export const createFakeTracing = (own: Partial<SpanContext> = {}) => {
  const spans: ToldSpan[] = [];
  const startSpan = (name: string, options: SpanOptions = {}, around?: Context): Span => {
    const parent = around && trace.getSpanContext(around)?.spanId;
    const told: ToldSpan = {
      name,
      parent,
      attributes: { ...options.attributes },
      events: [],
      status: undefined,
      ended: false,
    };
    spans.push(told);
    const place = { traceId: 'a'.repeat(32), spanId: String(spans.length).padStart(16, '0'), traceFlags: 1, ...own };
    const span = {
      spanContext: () => place,
      setAttribute: (key: string, value: string) => (told.attributes[key] = value),
      addEvent: (event: string) => told.events.push(event),
      setStatus: ({ code }: { readonly code: number }) => (told.status = code),
      updateName: (other: string) => (told.name = other),
      end: () => (told.ended = true),
    };
    return span as unknown as Span;
  };
  const provider = { getTracer: () => ({ startSpan }) } as unknown as TracerProvider;
  return { spans, provider };
};
