import { appendFileSync } from 'node:fs';
import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { serveStdio } from '@recourse/server';
import { createDesk } from '../examples/desk.mjs';

/** The desk in a process that traces, too; its spans go into the file that is named, one a line. */
const [, , file = ''] = process.argv;

/** @param {readonly import('@opentelemetry/sdk-trace-base').ReadableSpan[]} spans */
const write = (spans) => {
  for (const span of spans) {
    const { traceId, spanId } = span.spanContext();
    const line = { name: span.name, kind: span.kind, traceId, spanId, parentSpanId: span.parentSpanContext?.spanId };
    appendFileSync(file, `${JSON.stringify({ ...line, attributes: span.attributes })}\n`);
  }
};
const exporter = {
  export: (/** @type {any} */ spans, /** @type {any} */ done) => {
    write(spans);
    done({ code: 0 });
  },
  shutdown: async () => {},
};
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
await serveStdio(createDesk());
