import type { Attributes, Context, Link, Span, SpanContext, SpanOptions, TracerProvider } from '@opentelemetry/api';
import { trace } from '@opentelemetry/api';

/** The calls that a tracer received about one span. */
export interface FakeSpan {
  name: string;
  readonly kind: number | undefined;
  readonly parent: SpanContext | undefined;
  readonly links: readonly Link[];
  readonly attributes: Attributes;
  status: number | undefined;
  ended: boolean;
}

/** A tracer provider that remembers spans. Their ids count up. */
export const createFakeTracing = (): { readonly provider: TracerProvider; readonly spans: FakeSpan[] } => {
  const spans: FakeSpan[] = [];
  const startSpan = (name: string, options: SpanOptions = {}, parent?: Context): Span => {
    const above = parent && trace.getSpanContext(parent);
    const { kind, links = [], attributes = {} } = options;
    const seen: FakeSpan = { name, kind, parent: above, links, attributes, status: undefined, ended: false };
    spans.push(seen);
    const spanId = String(spans.length).padStart(16, '0');
    const own = { traceId: above?.traceId ?? 'f'.repeat(32), spanId, traceFlags: 1 };
    const span: Span = {
      spanContext: () => own,
      setAttribute: (key, value) => ((seen.attributes[key] = value), span),
      setAttributes: (more) => (Object.assign(seen.attributes, more), span),
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      setStatus: ({ code }) => ((seen.status = code), span),
      updateName: (name) => ((seen.name = name), span),
      end: () => void (seen.ended = true),
      isRecording: () => true,
      recordException: () => undefined,
    };
    return span;
  };
  const startActiveSpan = (): never => {
    throw new Error('not used');
  };
  return { spans, provider: { getTracer: () => ({ startSpan, startActiveSpan }) } };
};
