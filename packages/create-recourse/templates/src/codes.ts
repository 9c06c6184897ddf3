import { defineCodes } from '@recourse/contract';
import { z } from 'zod';

/** The codes of this server. A released code is a promise: codes.lock.json keeps it, and CI checks it. */
export const ticketCodes = defineCodes(
  {
    TICKET_CLOSED: {
      kind: 'error',
      category: 'conflict',
      http: 409,
      retryable: false,
      recovery: 'change_state',
      since: '0.1.0',
      summary: 'Ticket is closed',
      message: 'Ticket {ticket} is closed',
      hint: 'Reopen ticket {ticket} with reopen_ticket, then repeat the call.',
      details: z.object({ ticket: z.int() }),
    },
  },
  { namespace: 'tickets' },
);
