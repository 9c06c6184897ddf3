import { createServer } from '@recourse/engine';
import { addComment } from './tools/add-comment.js';
import { reopenTicket } from './tools/reopen-ticket.js';

/**
 * Creates the server. `recourse dev` and `recourse serve` pass the operator's options.
 *
 * @param {Partial<import('@recourse/engine').ServerOptions>} options
 */
const createTicketServer = (options = {}) =>
  createServer({ ...options, name: 'my-server', version: '0.1.0', tools: [addComment, reopenTicket] });

export default createTicketServer;
