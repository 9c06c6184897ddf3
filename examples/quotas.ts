import { createServer, defineTool } from '@recourse/engine';
import { createClock, linkClient } from '@recourse/testkit';
import { z } from 'zod';

/** Counts calls separately for each caller and ticket, in a sliding window. */
const addComment = defineTool({
  name: 'add_comment',
  description: 'Adds a comment to a ticket.',
  input: z.strictObject({ ticket: z.string(), text: z.string() }),
  operation: 'command',
  danger: 'reversible',
  quotas: [
    {
      metric: 'comments_per_minute',
      key: ({ ticket }) => String(ticket),
      count: 'effects',
      windowMs: 60_000,
      warn: 1,
      stop: 2,
    },
  ],
  errors: [],
  run: ({ arguments: { ticket } }) => ({ commented: ticket }),
});

const clock = createClock();
const server = createServer({ name: 'tickets', tools: [addComment], now: clock.now });
const { callTool, close } = await linkClient(server);

const comment = async (ticket: string) => {
  const { structuredContent } = await callTool('add_comment', { ticket, text: 'Any news?' });
  const fields = ['ok', 'commented', 'warnings', 'code', 'message', 'error', 'hint', 'retry_after_ms'];
  console.log(`${ticket}: ${JSON.stringify(structuredContent, fields)}`);
};

await comment('T-1');
await comment('T-1');
await comment('T-1');
await comment('T-2');

clock.advance(60_000);
console.log('a minute later');
await comment('T-1');
await close();
