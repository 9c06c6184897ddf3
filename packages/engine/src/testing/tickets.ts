import { defineCodes } from '@recourse/contract';
import { z } from 'zod';
import type { CallRequest } from '../call/call.ts';
import { sensitive } from '../fields/field.ts';
import { defineTool } from '../tool/define-tool.ts';

/** A small server's worth of tools, and a ledger of what they have done. */

export const ticketCodes = defineCodes(
  {
    TICKET_LOCKED: {
      kind: 'error',
      category: 'conflict',
      http: 409,
      retryable: true,
      recovery: 'wait',
      since: '1.0.0',
      summary: 'Ticket is being edited',
      message: 'Ticket {id} is being edited',
      hint: 'Repeat the call in a moment.',
      details: z.object({ id: z.int() }),
    },
  },
  { namespace: 'tickets' },
);

export interface Ledger {
  readonly done: string[];
}

export const createTickets = (ledger: Ledger) => {
  const findTicket = defineTool({
    name: 'find_ticket',
    description: 'Finds a ticket.',
    input: z.strictObject({ id: z.int().min(1), state: z.enum(['open', 'closed']).default('open') }),
    output: z.object({ id: z.int(), state: z.string() }),
    operation: 'query',
    danger: 'safe',
    codes: ticketCodes,
    errors: ['NOT_FOUND_RESOURCE', 'TICKET_LOCKED'],
    run: ({ arguments: { id, state }, fail }) => {
      ledger.done.push(`find ${id}`);
      if (id === 404) return fail('NOT_FOUND_RESOURCE', { resource_type: 'ticket', resource_id: String(id) });
      if (id === 423) return fail('TICKET_LOCKED', { id });
      return { id, state };
    },
  });

  const closeTicket = defineTool({
    name: 'close_ticket',
    description: 'Closes a ticket.',
    input: z.strictObject({
      id: z.int().min(1),
      reason: z.string().max(100).optional(),
      pin: sensitive(z.string().max(8)).optional(),
    }),
    output: z.object({ id: z.int(), closed: z.boolean() }),
    operation: 'command',
    danger: 'destructive',
    confirmation: { message: 'Close ticket {id}?', reasons: ['A closed ticket cannot be opened again'] },
    quotas: [{ metric: 'closes_per_minute', count: 'attempts', windowMs: 60_000, stop: 2 }],
    errors: ['NOT_FOUND_RESOURCE'],
    run: ({ arguments: { id }, fail }) => {
      ledger.done.push(`close ${id}`);
      if (id === 404)
        return fail('NOT_FOUND_RESOURCE', { resource_type: 'ticket', resource_id: String(id) }, { effect: 'none' });
      return { id, closed: true };
    },
  });

  const noteTicket = defineTool({
    name: 'note_ticket',
    description: 'Adds a note.',
    input: z.strictObject({ id: z.int().min(1), text: z.string() }),
    operation: 'command',
    danger: 'reversible',
    errors: [],
    run: ({ arguments: { id, text } }) => {
      ledger.done.push(`note ${id} ${text}`);
      return { id, noted: true };
    },
  });

  const eraseAll = defineTool({
    name: 'erase_all',
    description: 'Erases every ticket.',
    input: z.strictObject({}),
    operation: 'command',
    danger: 'dangerous',
    errors: [],
    run: () => {
      ledger.done.push('erase');
      return { erased: true };
    },
  });

  return { findTicket, closeTicket, noteTicket, eraseAll };
};

/** A call from this machine. */
export const request = (tool: unknown, args: unknown = {}, more: Partial<CallRequest> = {}): CallRequest => ({
  tool,
  arguments: args,
  caller: { transport: 'in-process', local: true },
  ...more,
});
