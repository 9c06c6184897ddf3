import { createServer, defineTool } from '@recourse/engine';
import { linkClient } from '@recourse/testkit';
import { z } from 'zod';

const closeTicket = defineTool({
  name: 'close_ticket',
  description: 'Closes a ticket for good.',
  input: z.strictObject({ id: z.int().min(1) }),
  operation: 'command',
  danger: 'destructive',
  confirmation: { message: 'Close ticket {id}?', reasons: ['A closed ticket cannot be opened again'] },
  errors: [],
  run: ({ arguments: { id } }) => ({ id, closed: true }),
});

const server = createServer({ name: 'tickets', tools: [closeTicket] });
const fields = ['ok', 'id', 'closed', 'code', 'error', 'recovery', 'next_actions', 'tool', 'why'];

console.log('A client that can ask its user:');
for (const confirm of [false, true]) {
  const { callTool, close } = await linkClient(server, {
    elicit: ({ message }) => {
      console.log(`  ${message.replaceAll('\n', ' ')} ${confirm ? 'Yes.' : 'No.'}`);
      return { action: 'accept', content: { confirm } };
    },
  });
  const { structuredContent } = await callTool('close_ticket', { id: 7 });
  console.log(`  ${JSON.stringify(structuredContent, fields)}`);
  await close();
}

console.log('A client that cannot: its agent asks, and confirms with the token.');
const { callTool, close } = await linkClient(server);
const asked = await callTool('close_ticket', { id: 8 });
console.log(`  ${JSON.stringify(asked.structuredContent, fields)}`);

const { next_actions } = z
  .object({ next_actions: z.tuple([z.object({ tool: z.string(), arguments: z.record(z.string(), z.string()) })]) })
  .parse(asked.structuredContent);
const [{ tool, arguments: held }] = next_actions;
for (const times of ['first', 'second']) {
  const { structuredContent } = await callTool(tool, held);
  console.log(`  ${times} time: ${JSON.stringify(structuredContent, fields)}`);
}
await close();
