/** A position in another program's trace. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote: true;
}

const shape = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const longestParent = 256;

/**
 * Parses the position of a call in its trace, from W3C Trace Context. Anything but the exact form is rejected: it comes
 * from outside, and a half-read one would tie calls to traces that do not exist.
 */
export const parseTraceParent = (traceparent: unknown): TraceParent | undefined => {
  if (typeof traceparent !== 'string' || traceparent.length > longestParent) return undefined;
  const [, version, traceId, spanId, flags, more] = shape.exec(traceparent) ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
};

const memberKey = /^(?:[a-z][a-z\d_*/-]{0,255}|[a-z\d][a-z\d_*/-]{0,240}@[a-z][a-z\d_*/-]{0,13})$/;
const memberValue = /^[ -+\--<>-~]{0,255}[!-+\--<>-~]$/;
const longestState = 512;
const mostMembers = 32;

/** Vendors' own fields, which travel with the trace; a list with one wrong or repeated member is left behind whole. */
export const cleanTraceState = (tracestate: unknown): string | undefined => {
  if (typeof tracestate !== 'string' || tracestate === '' || tracestate.length > longestState) return undefined;
  const members = tracestate
    .split(',')
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((member) => member !== '');
  const keys = new Set<string>();
  for (const member of members) {
    const equals = member.indexOf('=');
    const key = member.slice(0, Math.max(0, equals));
    if (!memberKey.test(key) || !memberValue.test(member.slice(equals + 1))) return undefined;
    keys.add(key);
  }
  const good = members.length > 0 && members.length <= mostMembers && keys.size === members.length;
  return good ? members.join(',') : undefined;
};
