import { createServer, defineTool } from '@recourse/engine';
import { serveStdio } from '@recourse/server';
import { linkClient } from '@recourse/testkit';
import { z } from 'zod';

const tickets = new Map([[7, { id: 7, title: 'Printer on fire', state: 'open' }]]);

/** A schema and a handler. `fail` accepts only the codes that the tool declares. */
const findTicket = defineTool({
  name: 'find_ticket',
  description: 'Finds a ticket by its number.',
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.object({ id: z.int(), title: z.string(), state: z.string() }),
  operation: 'query',
  danger: 'safe',
  errors: ['NOT_FOUND_RESOURCE'],
  run: ({ arguments: { id }, fail }) =>
    tickets.get(id) ?? fail('NOT_FOUND_RESOURCE', { resource_type: 'ticket', resource_id: String(id) }),
});

const server = createServer({ name: 'tickets', tools: [findTicket] });

if (process.argv.includes('--stdio')) {
  await serveStdio(server);
} else {
  const { callTool, close } = await linkClient(server);
  const show = async (tool: string, args: Record<string, string | number>) => {
    const { structuredContent } = await callTool(tool, args);
    const fields = ['ok', 'id', 'title', 'state', 'code', 'error', 'hint', 'recovery'];
    console.log(`${tool} ${JSON.stringify(args)}\n  ${JSON.stringify(structuredContent, fields)}`);
  };
  await show('find_ticket', { id: 7 });
  await show('find_ticket', { id: 8 });
  await show('find_ticket', { id: 'seven' });
  await show('find_ticket', { id: 7, verbose: 1 });
  await show('find_tickt', { id: 7 });
  await close();
}
