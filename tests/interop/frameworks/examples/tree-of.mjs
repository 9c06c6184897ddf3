/**
 * Spans as a tree: name, what it ended in, and the events of each.
 *
 * @param {readonly import('@opentelemetry/sdk-trace-base').ReadableSpan[]} spans
 */
export const treeOf = (spans) => {
  const childrenOf = (/** @type {string | undefined} */ id) =>
    spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === id).sort(byStart);
  /** @type {(span: import('@opentelemetry/sdk-trace-base').ReadableSpan, depth: number) => string[]} */
  const lines = (span, depth) => {
    const indent = '  '.repeat(depth);
    const { attributes, events } = span;
    const ended = [attributes['recourse.end'], attributes['error.type']].filter((word) => word !== undefined);
    return [
      `${indent}${span.name} (${span.instrumentationScope.name})${ended.length > 0 ? `: ${ended.join(', ')}` : ''}`,
      ...childrenOf(span.spanContext().spanId).flatMap((child) => lines(child, depth + 1)),
      ...events.map(({ name, attributes: of = {} }) => `${indent}  · ${name} ${textOf(of)}`.trimEnd()),
    ];
  };
  return childrenOf(undefined)
    .flatMap((span) => lines(span, 0))
    .join('\n');
};

const byStart = (/** @type {any} */ one, /** @type {any} */ other) =>
  one.startTime[0] - other.startTime[0] || one.startTime[1] - other.startTime[1];

const textOf = (/** @type {Record<string, unknown>} */ attributes) =>
  Object.entries(attributes)
    .filter(([name]) => name !== 'recourse.correlation_id')
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
