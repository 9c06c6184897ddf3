/** One server at both doors at once, with tools for every kind of call. Says READY on stderr: stdout is a protocol's. */
import { createServer, defineTool } from '@recourse/engine';
import { createEventBuffer, createMemorySink } from '@recourse/engine/events';
import { serveHttp, serveStdio } from '@recourse/server';
import { z } from 'zod';

const longestText = 200_000;
let bookings = 0;

const tools = [
  defineTool({
    name: 'echo',
    description: 'Answers with what it was given.',
    input: z.strictObject({ text: z.string().max(longestText), times: z.int().min(1).max(10) }),
    output: z.object({ text: z.string(), length: z.int() }),
    operation: 'query',
    danger: 'safe',
    errors: [],
    quotas: [{ metric: 'calls_per_second', count: 'attempts', windowMs: 1000, stop: 1_000_000 }],
    run: ({ arguments: { text, times } }) => ({ text, length: text.length * times }),
  }),
  defineTool({
    name: 'book',
    description: 'Books a seat. Each booking has a number of its own.',
    input: z.strictObject({ seat: z.string() }),
    output: z.object({ seat: z.string(), booking: z.int() }),
    operation: 'command',
    danger: 'reversible',
    errors: [],
    run: async ({ arguments: { seat } }) => {
      await new Promise(setImmediate);
      bookings += 1;
      return { seat, booking: bookings };
    },
  }),
  defineTool({
    name: 'remove',
    description: 'Removes an item for good.',
    input: z.strictObject({ item: z.string() }),
    output: z.object({ item: z.string(), removal: z.int() }),
    operation: 'command',
    danger: 'destructive',
    errors: [],
    run: ({ arguments: { item } }) => {
      bookings += 1;
      return { item, removal: bookings };
    },
  }),
];

const server = createServer({ name: 'soak', tools, record: { events: createEventBuffer(createMemorySink()) } });
const { port } = await serveHttp(server, { port: 0 });
await serveStdio(server);
console.error(`READY ${port}`);
