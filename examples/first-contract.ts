import { createRegistry, defineCodes, succeed } from '@recourse/contract';
import { toCallToolResult } from '@recourse/contract/mcp';
import { z } from 'zod';

/** One row contains every fact about a code. */
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
      message: ["Ticket '{ticket}' was closed by {closed_by}", "Ticket '{ticket}' is closed"],
      hint: "Reopen '{ticket}' first, then comment again.",
      details: z.object({ ticket: z.string(), closed_by: z.string().optional() }),
    },
  },
  { namespace: 'tickets' },
);

const { fail } = createRegistry(ticketCodes);

interface Ticket {
  readonly id: string;
  readonly closedBy?: string;
}

/** A tool handler for any MCP SDK. */
const addComment = (ticket: Ticket, text: string) => {
  if (ticket.closedBy === undefined) return toCallToolResult(succeed({ ticket: ticket.id, comment: text }));
  const reopen = {
    tool: 'reopen_ticket',
    arguments: { ticket: ticket.id },
    why: 'Closed tickets do not accept comments.',
  };
  return toCallToolResult(
    fail(
      'TICKET_CLOSED',
      { ticket: ticket.id, closed_by: ticket.closedBy },
      { next_actions: [reopen], correlation_id: 'call-1' },
    ),
  );
};

const result = addComment({ id: 'T-42', closedBy: 'ada' }, 'Is this fixed?');
console.log(JSON.stringify(result.structuredContent, null, 2));
