import { z } from 'zod';

/**
 * The tools of the office. Both servings offer these, with the same names and the same schemas.
 *
 * @typedef {object} ToolRow
 * @property {string} description
 * @property {z.ZodObject} input
 * @property {'read' | 'write' | 'destructive'} kind
 * @property {string} [asks] what a person is asked before it
 * @property {string} [counts] the metric that a quota counts
 * @property {(args: any) => { tool: string, arguments: Record<string, unknown>, applied_when: { pointer: string, equals: any } }} [look]
 *   the call that shows whether this one was done
 */

const id = z.int().min(1);
const invoice = z.string().regex(/^INV-\d+$/);
const path = z.string().startsWith('/');
const currency = z.enum(['euro', 'franc', 'krona']);

/** @type {(tool: string, args: Record<string, unknown>, pointer: string, equals: unknown) => any} */
const look = (tool, args, pointer, equals) => ({ tool, arguments: args, applied_when: { pointer, equals } });

/** @type {Readonly<Record<string, ToolRow>>} */
export const tools = {
  read_ticket: { description: 'Shows a ticket.', input: z.strictObject({ id }), kind: 'read' },
  list_tickets: { description: 'Lists the titles of all tickets.', input: z.strictObject({}), kind: 'read' },
  comment_ticket: {
    description: 'Adds a comment to a ticket.',
    input: z.strictObject({ id, text: z.string() }),
    kind: 'write',
    look: ({ id, text }) => look('read_ticket', { id }, '/last_comment', text),
  },
  announce_ticket: {
    description: 'Mails a ticket to all users.',
    input: z.strictObject({ id }),
    kind: 'write',
    counts: 'announcements',
  },
  reopen_ticket: { description: 'Opens a closed ticket again.', input: z.strictObject({ id }), kind: 'write' },
  assign_ticket: {
    description: 'Assigns a ticket to a user, if it has not changed since it was read.',
    input: z.strictObject({ id, assignee: z.string(), version: z.int() }),
    kind: 'write',
    look: ({ id, assignee }) => look('read_ticket', { id }, '/assignee', assignee),
  },
  purge_ticket: {
    description: 'Removes a ticket for good.',
    input: z.strictObject({ id }),
    kind: 'destructive',
    asks: 'Purge ticket {id} for good?',
    look: ({ id }) => look('read_ticket', { id }, '/status', 'purged'),
  },
  import_tickets: {
    description: 'Makes several tickets.',
    input: z.strictObject({ items: z.array(z.strictObject({ title: z.string() })).max(50) }),
    kind: 'write',
  },
  read_invoice: { description: 'Shows an invoice.', input: z.strictObject({ invoice }), kind: 'read' },
  pay_invoice: {
    description: 'Pays an invoice.',
    input: z.strictObject({ invoice, amount: z.int().min(1), currency }),
    kind: 'write',
    look: ({ invoice }) => look('read_invoice', { invoice }, '/status', 'paid'),
  },
  approve_invoice: { description: 'Approves a draft.', input: z.strictObject({ invoice }), kind: 'write' },
  remind_customer: {
    description: 'Mails a reminder.',
    input: z.strictObject({ invoice }),
    kind: 'write',
    counts: 'reminders',
  },
  refund_payment: {
    description: 'Gives the money back.',
    input: z.strictObject({ invoice }),
    kind: 'destructive',
    asks: 'Refund {invoice}?',
    look: ({ invoice }) => look('read_invoice', { invoice }, '/status', 'refunded'),
  },
  read_file: { description: 'Shows a file.', input: z.strictObject({ path }), kind: 'read' },
  stat_file: { description: 'Shows whether a file is there.', input: z.strictObject({ path }), kind: 'read' },
  append_file: {
    description: 'Adds a line to a file.',
    input: z.strictObject({ path, text: z.string() }),
    kind: 'write',
    look: ({ path, text }) => look('read_file', { path }, '/last_line', text),
  },
  create_folder: { description: 'Makes a folder.', input: z.strictObject({ path }), kind: 'write' },
  delete_file: {
    description: 'Deletes a file for good.',
    input: z.strictObject({ path }),
    kind: 'destructive',
    asks: 'Delete {path} for good?',
    look: ({ path }) => look('stat_file', { path }, '/exists', false),
  },
};

/** After so many calls of a counted tool within an hour, the next needs a yes. */
export const pauseAfter = 2;
export const pauseWindowMs = 3_600_000;

/** The tools that a careful caller allows in next actions: reads and writes that can be undone, nothing destructive. */
export const allowed = Object.keys(tools).filter((name) => tools[name].kind !== 'destructive' && !tools[name].counts);
