import { defineTool } from '@recourse/engine';
import { z } from 'zod';
import { ticketCodes } from '../codes.ts';
import { tickets } from '../tickets.ts';

/** A schema and a handler. `fail` accepts only the codes under `errors`. */
export const addComment = defineTool({
  name: 'add_comment',
  description: 'Adds a comment to an open ticket.',
  input: z.strictObject({ ticket: z.int().min(1), text: z.string().min(1).max(1000) }),
  output: z.object({ ticket: z.int(), comments: z.int() }),
  operation: 'command',
  danger: 'reversible',
  codes: ticketCodes,
  errors: ['NOT_FOUND_RESOURCE', 'TICKET_CLOSED'],
  run: ({ arguments: { ticket, text }, fail }) => {
    const found = tickets.get(ticket);
    if (!found) return fail('NOT_FOUND_RESOURCE', { resource_type: 'ticket', resource_id: String(ticket) });
    if (!found.open) {
      const reopen = { tool: 'reopen_ticket', arguments: { ticket }, why: 'Closed tickets do not accept comments.' };
      return fail('TICKET_CLOSED', { ticket }, { next_actions: [reopen] });
    }
    found.comments.push(text);
    return { ticket, comments: found.comments.length };
  },
});
