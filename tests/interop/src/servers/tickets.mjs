import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, defineTool } from '@recourse/engine';
import { z } from 'zod';

/** @type {string[]} */
const done = [];

const findTicket = defineTool({
  name: 'find_ticket',
  description: 'Finds a ticket.',
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.object({ id: z.int(), title: z.string() }),
  operation: 'query',
  danger: 'safe',
  errors: ['NOT_FOUND_RESOURCE'],
  run: ({ arguments: { id }, fail }) =>
    id === 404
      ? fail('NOT_FOUND_RESOURCE', { resource_type: 'ticket', resource_id: '404' })
      : { id, title: `Ticket ${id}` },
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
  input: z.strictObject({ id: z.int().min(1) }),
  operation: 'command',
  danger: 'reversible',
  errors: [],
  run: ({ arguments: { id } }) => {
    done.push(`note ${id}`);
    return { id, noted: true };
  },
});

/** @type {Set<number>} */
const finished = new Set();

const scanTickets = defineTool({
  name: 'scan_tickets',
  description: 'Looks through all tickets, until it is told that this was the last one, or to stop.',
  input: z.strictObject({ id: z.int().min(1) }),
  operation: 'query',
  danger: 'safe',
  errors: [],
  run: async ({ arguments: { id }, progress, signal }) => {
    progress({ progress: 1, total: 2, message: 'half way' });
    done.push(`scan ${id}`);
    while (!finished.has(id) && !signal.aborted) await sleep(10);
    done.push(signal.aborted ? `stop ${id}` : `end ${id}`);
    return { scanned: true };
  },
});

const finishScan = defineTool({
  name: 'finish_scan',
  description: 'Says that a ticket was the last one.',
  input: z.strictObject({ id: z.int().min(1) }),
  operation: 'query',
  danger: 'safe',
  errors: [],
  run: ({ arguments: { id } }) => {
    finished.add(id);
    return { finished: true };
  },
});

const readLog = defineTool({
  name: 'read_log',
  description: 'What has been done to a ticket, and who is asking.',
  input: z.strictObject({ id: z.int().min(1) }),
  operation: 'query',
  danger: 'safe',
  errors: [],
  run: ({ arguments: { id }, principal }) => ({
    principal: principal.id,
    done: done.filter((line) => line.endsWith(` ${id}`)),
  }),
});

/**
 * A server on the engine, behind our own doors. It goes by the name of its dialect.
 *
 * @param {import('@recourse/contract').DialectName} dialect
 * @param {Partial<import('@recourse/engine').ServerOptions>} [options]
 */
export const createTickets = (dialect, options = {}) =>
  createServer({
    name: dialect,
    dialect,
    tools: [findTicket, closeTicket, noteTicket, scanTickets, finishScan, readLog],
    ...options,
  });
