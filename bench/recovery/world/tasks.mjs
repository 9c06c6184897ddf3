/**
 * A task: one call, the lines that the ledger must show afterwards, each once, and a way to check whether it was done.
 * Only a success may contain `answer`; no failure may.
 *
 * @typedef {object} Task
 * @property {string} tool
 * @property {Record<string, unknown>} arguments
 * @property {readonly string[]} lines what must be in the ledger; a read has none
 * @property {string} answer
 * @property {boolean} reads
 *
 * @typedef {{ state: import('./operations.mjs').State, ticket: any, invoice: any, file: any }} Setting
 */

/** A small office, created for each scenario. @type {(random: import('./random.mjs').Random) => Setting} */
export const createSetting = (random) => {
  const ticket = ticketOf(random, random.int(10, 99));
  const invoice = {
    invoice: `INV-${random.int(100, 999)}`,
    status: 'open',
    version: random.int(2, 9),
    last_payment: '',
    note: noteOf(random),
  };
  const folder = `/${random.pick(['reports', 'letters', 'plans'])}`;
  const file = {
    path: `${folder}/${random.word()}.md`,
    lines: random.int(1, 9),
    last_line: 'The end.',
    note: noteOf(random),
  };
  const state = {
    tickets: new Map([ticket, ticketOf(random, random.int(100, 199))].map((one) => [one.id, one])),
    invoices: new Map([[invoice.invoice, invoice]]),
    files: new Map([[file.path, file]]),
    folders: new Set([folder]),
  };
  return { state, ticket, invoice, file };
};

/** @type {(random: import('./random.mjs').Random, id: number) => any} */
const ticketOf = (random, id) => ({
  id,
  title: `Printer ${random.word(5)}`,
  status: 'open',
  version: random.int(2, 9),
  assignee: 'nobody',
  comments: 0,
  last_comment: '',
  note: noteOf(random),
});

/** The note that a read is after: only a success may contain it. @param {import('./random.mjs').Random} random */
const noteOf = (random) => `note-${random.word(12)}`;

/** The writes that could be done twice, one for each part of the office. */
export const writes = {
  /** @type {(random: import('./random.mjs').Random, setting: Setting, answer: string) => Task} */
  comment: (random, { ticket }, answer) => {
    const text = `Seen by ${random.word()}.`;
    return task('comment_ticket', { id: ticket.id, text }, [`comment #${ticket.id} ${text}`], answer);
  },
  /** @type {(random: import('./random.mjs').Random, setting: Setting, answer: string) => Task} */
  pay: (random, { invoice }, answer) => {
    const [amount, currency] = [random.int(10, 900), random.pick(['euro', 'franc', 'krona'])];
    const args = { invoice: invoice.invoice, amount, currency };
    return task('pay_invoice', args, [`pay ${invoice.invoice} ${amount} ${currency}`], answer);
  },
  /** @type {(random: import('./random.mjs').Random, setting: Setting, answer: string) => Task} */
  append: (random, { file }, answer) => {
    const text = `Line ${random.word()}.`;
    return task('append_file', { path: file.path, text }, [`append ${file.path} ${text}`], answer);
  },
};

/** The same three parts, for calls that need a yes, that a quota counts, that name a version, and that only read. */
export const destructive = {
  purge: (/** @type {unknown} */ _, /** @type {Setting} */ { ticket }, /** @type {string} */ answer) =>
    task('purge_ticket', { id: ticket.id }, [`purge #${ticket.id}`], answer),
  refund: (/** @type {unknown} */ _, /** @type {Setting} */ { invoice }, /** @type {string} */ answer) =>
    task('refund_payment', { invoice: invoice.invoice }, [`refund ${invoice.invoice}`], answer),
  delete: (/** @type {unknown} */ _, /** @type {Setting} */ { file }, /** @type {string} */ answer) =>
    task('delete_file', { path: file.path }, [`delete ${file.path}`], answer),
};
export const counted = {
  announce: (/** @type {unknown} */ _, /** @type {Setting} */ { ticket }, /** @type {string} */ answer) =>
    task('announce_ticket', { id: ticket.id }, [`announce #${ticket.id}`], answer),
  remind: (/** @type {unknown} */ _, /** @type {Setting} */ { invoice }, /** @type {string} */ answer) =>
    task('remind_customer', { invoice: invoice.invoice }, [`remind ${invoice.invoice}`], answer),
};
export const reading = {
  ticket: (/** @type {unknown} */ _, /** @type {Setting} */ { ticket }) =>
    read('read_ticket', { id: ticket.id }, ticket.note),
  invoice: (/** @type {unknown} */ _, /** @type {Setting} */ { invoice }) =>
    read('read_invoice', { invoice: invoice.invoice }, invoice.note),
  file: (/** @type {unknown} */ _, /** @type {Setting} */ { file }) =>
    read('read_file', { path: file.path }, file.note),
};
/** @type {(random: import('./random.mjs').Random, setting: Setting, answer: string) => Task} */
export const assign = (random, { ticket }, answer) => {
  const assignee = random.word();
  const args = { id: ticket.id, assignee, version: ticket.version };
  return task('assign_ticket', args, [`assign #${ticket.id} ${assignee}`], answer);
};
/** @type {(random: import('./random.mjs').Random, setting: Setting, answer: string) => Task} */
export const importing = (random, _, answer) => {
  const items = Array.from({ length: random.int(3, 6) }, () => ({ title: `Door ${random.word()}` }));
  return task(
    'import_tickets',
    { items },
    items.map(({ title }) => `ticket ${title}`),
    answer,
  );
};

/** @type {(tool: string, args: Record<string, unknown>, lines: readonly string[], answer: string) => Task} */
const task = (tool, args, lines, answer) => ({ tool, arguments: args, lines, answer, reads: false });
/** @type {(tool: string, args: Record<string, unknown>, answer: string) => Task} */
const read = (tool, args, answer) => ({ tool, arguments: args, lines: [], answer, reads: true });
