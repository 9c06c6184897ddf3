import { Refusal } from './refusal.mjs';

/**
 * The operations of the back end. An operation reads the state and returns a draft: the result, and for a write the
 * line for the ledger and the change. A draft that is not committed has no effect.
 *
 * @typedef {{ result: Record<string, unknown>, line?: string, apply?: () => void }} Draft
 * @typedef {{ tickets: Map<number, any>, invoices: Map<string, any>, files: Map<string, any>, folders: Set<string> }} State
 * @type {Readonly<Record<string, (state: State, args: any, receipt: () => string) => Draft>>}
 */
export const operations = {
  read_ticket: (state, { id }) => ({ result: { ...ticketOf(state, id) } }),
  read_invoice: (state, { invoice }) => ({ result: { ...invoiceOf(state, invoice) } }),
  read_file: (state, { path }) => ({ result: { ...fileOf(state, path) } }),
  stat_file: (state, { path }) => ({ result: { path, exists: state.files.has(path) } }),
  list_tickets: (state) => ({ result: { titles: [...state.tickets.values()].map(({ title }) => title) } }),

  comment_ticket: (state, { id, text }, receipt) => {
    const ticket = ticketOf(state, id);
    if (ticket.status === 'closed')
      throw wrongState('ticket', id, 'closed', { tool: 'reopen_ticket', arguments: { id } });
    return write(`comment #${id} ${text}`, { id, receipt: receipt() }, () => {
      ticket.comments += 1;
      ticket.last_comment = text;
    });
  },
  // A sent mail leaves no trace here, so no read can show whether it was sent.
  announce_ticket: (state, { id }, receipt) => {
    ticketOf(state, id);
    return write(`announce #${id}`, { id, receipt: receipt() }, () => undefined);
  },
  reopen_ticket: (state, { id }, receipt) => {
    const ticket = ticketOf(state, id);
    return write(`reopen #${id}`, { id, receipt: receipt() }, () => (ticket.status = 'open'));
  },
  assign_ticket: (state, { id, assignee, version }, receipt) => {
    const ticket = ticketOf(state, id);
    if (ticket.version !== version) throw new Refusal('stale', { type: 'ticket', id: String(id), sent: version });
    return write(`assign #${id} ${assignee}`, { id, receipt: receipt() }, () => {
      ticket.assignee = assignee;
      ticket.version += 1;
    });
  },
  purge_ticket: (state, { id }, receipt) => {
    const ticket = ticketOf(state, id);
    return write(`purge #${id}`, { id, receipt: receipt() }, () => (ticket.status = 'purged'));
  },

  pay_invoice: (state, { invoice, amount, currency }, receipt) => {
    const found = invoiceOf(state, invoice);
    if (found.status === 'draft')
      throw wrongState('invoice', invoice, 'draft', { tool: 'approve_invoice', arguments: { invoice } });
    // As with a bank: an invoice that is paid can be paid again, and a person has to ask for the money back.
    return write(`pay ${invoice} ${amount} ${currency}`, { invoice, receipt: receipt() }, () => {
      found.status = 'paid';
      found.last_payment = `${amount} ${currency}`;
    });
  },
  approve_invoice: (state, { invoice }, receipt) => {
    const found = invoiceOf(state, invoice);
    return write(`approve ${invoice}`, { invoice, receipt: receipt() }, () => (found.status = 'open'));
  },
  remind_customer: (state, { invoice }, receipt) => {
    invoiceOf(state, invoice);
    return write(`remind ${invoice}`, { invoice, receipt: receipt() }, () => undefined);
  },
  refund_payment: (state, { invoice }, receipt) => {
    const found = invoiceOf(state, invoice);
    return write(`refund ${invoice}`, { invoice, receipt: receipt() }, () => (found.status = 'refunded'));
  },

  append_file: (state, { path, text }, receipt) => {
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (!state.folders.has(folder))
      throw wrongState('folder', folder, 'missing', { tool: 'create_folder', arguments: { path: folder } });
    return write(`append ${path} ${text}`, { path, receipt: receipt() }, () => {
      const file = state.files.get(path) ?? { path, lines: 0, last_line: '', note: '' };
      state.files.set(path, { ...file, lines: file.lines + 1, last_line: text });
    });
  },
  create_folder: (state, { path }, receipt) =>
    write(`folder ${path}`, { path, receipt: receipt() }, () => state.folders.add(path)),
  delete_file: (state, { path }, receipt) => {
    fileOf(state, path);
    return write(`delete ${path}`, { path, receipt: receipt() }, () => state.files.delete(path));
  },
};

/** One item of `import_tickets`. @type {(state: State, item: { title: string }) => Draft} */
export const importItem = (state, { title }) => {
  const id = 1_000 + state.tickets.size;
  return write(`ticket ${title}`, { id, title }, () =>
    state.tickets.set(id, { id, title, status: 'open', version: 1, comments: 0, last_comment: '', note: '' }),
  );
};

/** The tools that change nothing. */
export const reads = new Set(['read_ticket', 'read_invoice', 'read_file', 'stat_file', 'list_tickets']);

/** @type {(line: string, result: Record<string, unknown>, apply: () => unknown) => Draft} */
const write = (line, result, apply) => ({ result, line, apply: () => void apply() });

/** @type {(state: State, id: number) => any} */
const ticketOf = (state, id) => {
  const found = state.tickets.get(id);
  if (!found) throw new Refusal('missing', { type: 'ticket', id: String(id) });
  return found;
};
/** @type {(state: State, invoice: string) => any} */
const invoiceOf = (state, invoice) => {
  const found = state.invoices.get(invoice);
  if (!found) throw new Refusal('missing', { type: 'invoice', id: invoice });
  return found;
};
/** @type {(state: State, path: string) => any} */
const fileOf = (state, path) => {
  const found = state.files.get(path);
  if (!found) throw new Refusal('missing', { type: 'file', id: path });
  return found;
};

/** @type {(type: string, id: unknown, status: string, remedy: { tool: string, arguments: Record<string, unknown> }) => Refusal} */
const wrongState = (type, id, status, remedy) => new Refusal('state', { type, id: String(id), status, remedy });
