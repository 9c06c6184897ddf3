import type { Span } from '@opentelemetry/api';
import type { ToolRequest } from '../strategies/strategy.ts';

const version = '00';

/**
 * Adds the call's position in the trace, in the format of W3C and where MCP keeps it. A position that the caller sends
 * is kept. Baggage is not passed on: it may contain values that are not meant for a server.
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
