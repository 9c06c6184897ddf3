import type { Span } from '@opentelemetry/api';
import type { ToolRequest } from '../strategies/strategy.ts';

const version = '00';

/**
 * The call with its place in the trace, in the words of W3C and where MCP keeps them. Whoever sends a place of his own
 * keeps it. Baggage is not passed on: it may hold what is no server's business.
 */
export const withTraceContext = (request: ToolRequest, span: Span): ToolRequest => {
  if (request._meta?.['traceparent'] !== undefined) return request;
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const flags = (traceFlags & 0xff).toString(16).padStart(2, '0');
  const tracestate = traceState?.serialize() ?? '';
  const meta = {
    ...request._meta,
    traceparent: `${version}-${traceId}-${spanId}-${flags}`,
    ...(tracestate !== '' && { tracestate }),
  };
  return { ...request, _meta: meta };
};
