import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { recovering } from '@recourse/client';
import { linkClient } from '@recourse/testkit';
import { createDesk } from './desk.mjs';
import { treeOf } from './tree-of.mjs';

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));

// Client and server share a process here, so that one exporter sees both. Omit random and sleep in your own program.
const linked = await linkClient(createDesk());
const client = recovering(linked.client, { random: () => 0.5, sleep: async () => {} });
await client.recover({ name: 'pay_invoice', arguments: { invoice: 100 } });
await client.recover({ name: 'pay_invoice', arguments: { invoice: 200 } });
await client.recover({ name: 'find_invoice', arguments: { invoice: 404 } });
console.log(treeOf(exporter.getFinishedSpans()));
await linked.close();
