import { defineTool } from '@recourse/engine';
import { z } from 'zod';
import { tickets } from '../tickets.ts';

export const reopenTicket = defineTool({
  name: 'reopen_ticket',
  description: 'Reopens a closed ticket. Does nothing if it is already open.',
  input: z.strictObject({ ticket: z.int().min(1) }),
  output: z.object({ ticket: z.int(), open: z.boolean() }),
  operation: 'command',
  danger: 'reversible',
  errors: ['NOT_FOUND_RESOURCE'],
  run: ({ arguments: { ticket }, fail }) => {
    const found = tickets.get(ticket);
    if (!found) return fail('NOT_FOUND_RESOURCE', { resource_type: 'ticket', resource_id: String(ticket) });
    found.open = true;
    return { ticket, open: found.open };
  },
});
