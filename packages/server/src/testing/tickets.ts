import { createServer, defineTool } from '@recourse/engine';
import type { Server, ServerOptions } from '@recourse/engine';
import { createClock } from '@recourse/testkit';
import type { Clock } from '@recourse/testkit';
import { z } from 'zod';

/** A server for tests of the wire, and what it has done. */
export interface Tickets {
  readonly server: Server;
  readonly clock: Clock;
  readonly done: readonly string[];
}

export const createTickets = (options: Partial<ServerOptions> = {}): Tickets => {
  const clock = createClock();
  const done: string[] = [];
  const findTicket = defineTool({
    name: 'find_ticket',
    description: 'Finds a ticket.',
    input: z.strictObject({ id: z.int().min(1) }),
    output: z.object({ id: z.int() }),
    operation: 'query',
    danger: 'safe',
    errors: ['NOT_FOUND_RESOURCE'],
    run: ({ arguments: { id }, fail }) =>
      id === 404 ? fail('NOT_FOUND_RESOURCE', { resource_type: 'ticket', resource_id: '404' }) : { id },
  });
  const closeTicket = defineTool({
    name: 'close_ticket',
    description: 'Closes a ticket.',
    input: z.strictObject({ id: z.int().min(1) }),
    operation: 'command',
    danger: 'destructive',
    confirmation: { message: 'Close ticket {id}?', reasons: ['A closed ticket cannot be opened again'] },
    errors: [],
    run: ({ arguments: { id } }) => {
      done.push(`close ${id}`);
      return { id, closed: true };
    },
  });
  const noteTicket = defineTool({
    name: 'note_ticket',
    description: 'Adds a note.',
    input: z.strictObject({ id: z.int().min(1), text: z.string() }),
    operation: 'command',
    danger: 'reversible',
    quotas: [{ metric: 'notes_per_minute', count: 'attempts', windowMs: 60_000, pause: 1 }],
    errors: [],
    run: ({ arguments: { id, text } }) => {
      done.push(`note ${id} ${text}`);
      return { id, notes: done.length };
    },
  });
  const scanTickets = defineTool({
    name: 'scan_tickets',
    description: 'Scans all tickets, until it is told to stop.',
    input: z.strictObject({ endless: z.boolean().default(false) }),
    operation: 'query',
    danger: 'safe',
    errors: [],
    run: async ({ arguments: { endless }, progress, signal }) => {
      progress({ progress: 1, total: 2, message: 'half way' });
      if (endless) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      done.push(signal.aborted ? 'scan stopped' : 'scan');
      return { scanned: true };
    },
  });
  const server = createServer({
    name: 'tickets',
    version: '1.2.3',
    instructions: 'Ask before you close.',
    tools: [findTicket, closeTicket, noteTicket, scanTickets],
    now: clock.now,
    ...options,
  });
  return { server, clock, done };
};
