import { createServer } from '@recourse/engine';
import type { ServerOptions } from '@recourse/engine';
import { addComment } from './tools/add-comment.ts';
import { reopenTicket } from './tools/reopen-ticket.ts';

/** Creates the server. `recourse dev` and `recourse serve` pass the operator's options. */
const createTicketServer = (options: Partial<ServerOptions> = {}) =>
  createServer({ ...options, name: 'my-server', version: '0.1.0', tools: [addComment, reopenTicket] });

export default createTicketServer;
