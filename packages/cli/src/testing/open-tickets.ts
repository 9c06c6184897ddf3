import { createServer, defineTool, sensitive } from '@recourse/engine';
import type { Facts } from '@recourse/engine';
import type { CallMeta } from '@recourse/engine/front-door';
import { applyConfiguration } from '@recourse/engine/configuration';
import type { JsonObject, Outcome } from '@recourse/contract';
import { createKeyIdentity } from '@recourse/stores';
import type { Stores } from '@recourse/stores';
import { openConfiguredStores } from '@recourse/stores/configured';
import type { OpenConfiguredOptions } from '@recourse/stores/configured';
import { afterEach } from 'vitest';
import { z } from 'zod';

const findTicket = defineTool({
  name: 'find_ticket',
  description: 'Finds a ticket.',
  input: z.strictObject({ id: z.int() }),
  operation: 'query',
  danger: 'safe',
  errors: ['NOT_FOUND_RESOURCE'],
  run: ({ arguments: { id }, fail }) =>
    id === 404 ? fail('NOT_FOUND_RESOURCE', { resource_type: 'ticket', resource_id: '404' }) : { id },
});

export interface Tickets {
  readonly stores: Stores;
  /** The tickets that were closed. */
  readonly closed: readonly number[];
  call(tool: string, args: JsonObject, meta?: CallMeta): Promise<Outcome>;
  /** Asks for a ticket to be closed, and answers with the token of the question. */
  askToClose(args: JsonObject): Promise<string>;
  /** Writes out the events that wait. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const opened: Tickets[] = [];
afterEach(async () => {
  for (const tickets of opened.splice(0)) await tickets.close();
});

/** Where the state is, and what the question about a ticket states. */
type TicketOptions = Omit<OpenConfiguredOptions, 'environment'> &
  Partial<OpenConfiguredOptions> & { readonly shown?: () => Facts };

/** A server on the state of a working directory, as its operator has configured it. It ends with its test. */
export const openTickets = async ({ shown, ...options }: TicketOptions): Promise<Tickets> => {
  const { configuration, stores } = await openConfiguredStores({ environment: {}, ...options });
  const closed: number[] = [];
  const closeTicket = defineTool({
    name: 'close_ticket',
    description: 'Closes a ticket.',
    input: z.strictObject({
      id: z.int(),
      note: z.string().optional(),
      labels: z.array(z.string()).optional(),
      pin: sensitive(z.string()).optional(),
    }),
    operation: 'command',
    danger: 'destructive',
    confirmation: { reasons: ['A closed ticket cannot be opened again'], ...(shown && { shown }) },
    errors: [],
    run: ({ arguments: { id } }) => {
      closed.push(id);
      return { closed: true };
    },
  });
  const applied = applyConfiguration(configuration, {
    identity: createKeyIdentity(stores.keys),
    events: stores.events,
  });
  const server = createServer({
    name: 'tickets',
    tools: [findTicket, closeTicket],
    ...applied,
    stores,
    ...(options.now && { now: options.now }),
  });
  const call: Tickets['call'] = (tool, args, meta = {}) =>
    server.call({ tool, arguments: args, meta, caller: { transport: 'stdio', local: true } });
  const tickets: Tickets = {
    stores,
    closed,
    call,
    askToClose: async (args) => {
      const outcome = await call('close_ticket', args);
      return outcome.ok ? '' : String(outcome.details?.['confirmation_token']);
    },
    flush: async () => void (await applied.record.events?.flush()),
    close: () => stores.close(),
  };
  opened.push(tickets);
  return tickets;
};
