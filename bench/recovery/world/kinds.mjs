import { lateness } from './lateness.mjs';
import { assign, counted, destructive, importing, reading, writes } from './tasks.mjs';

/**
 * The kinds of scenarios, one row each. All weigh the same: every seed makes one scenario of each kind.
 *
 * @typedef {import('./random.mjs').Random} Random
 * @typedef {import('./tasks.mjs').Setting} Setting
 * @typedef {Partial<import('./scenarios.mjs').Scenario> & { task: import('./tasks.mjs').Task }} Made
 * @typedef {{ expect: 'clean' | 'recover' | 'stop' | 'silent', make: (random: Random, setting: Setting, answer: string) => Made }} Kind
 */

/** A call of any of the three parts, and the fault that meets it. @type {(tasks: Record<string, any>, faults: (task: import('./tasks.mjs').Task, random: Random, setting: Setting) => Partial<Made>) => Kind['make']} */
const any = (tasks, faults) => (random, setting, answer) => {
  const task = random.pick(Object.values(tasks))(random, setting, answer);
  return { task, ...faults(task, random, setting) };
};
/** @type {(kind: import('./create-world.mjs').Fault['kind'], more?: object) => (task: import('./tasks.mjs').Task) => Partial<Made>} */
const fault =
  (kind, more = {}) =>
  ({ tool }) => ({ faults: [{ kind, tool, ...more }] });
/** @type {(kind: import('./scenarios.mjs').WireFault['kind']) => (task: import('./tasks.mjs').Task) => Partial<Made>} */
const onWire =
  (kind) =>
  ({ tool }) => ({ wire: [{ kind, tool }] });

/** Two neighbours change places: what a hurried writer makes of a word. @type {(word: string, random: Random) => string} */
const misspell = (word, random) => {
  const places = word
    .split('')
    .flatMap((letter, at) => (at > 0 && at < word.length - 1 && letter !== word[at + 1] ? [at] : []));
  const at = random.pick(places);
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
};
/** @type {(record: Record<string, unknown>, from: string, to: string) => Record<string, unknown>} */
const rename = (record, from, to) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name === from ? to : name, value]));

const hour = 3_600_000;

/** @type {Readonly<Record<string, Kind>>} */
export const kinds = {
  // Nothing goes wrong: an agent that fails here is broken.
  clean_write: { expect: 'clean', make: any(writes, () => ({})) },
  clean_read: { expect: 'clean', make: any(reading, () => ({})) },

  // It passes by itself.
  busy_write: {
    expect: 'recover',
    make: any(writes, ({ tool }, random) => ({ faults: [{ kind: 'busy', tool, times: random.int(1, 2) }] })),
  },
  busy_read: {
    expect: 'recover',
    make: any(reading, ({ tool }, random) => ({ faults: [{ kind: 'busy', tool, times: random.int(1, 2) }] })),
  },
  // An error that passes, told after the commit: what was sent was done, and the way back broke.
  broken_done: { expect: 'recover', make: any(writes, fault('broken', { stage: 'after' })) },
  outage_announced: {
    expect: 'recover',
    make: any(writes, ({ tool }, random) => ({
      faults: [{ kind: 'down', tool, times: 99, untilMs: random.int(4, 25) * 1_000, announced: true }],
    })),
  },
  rate_limit: {
    expect: 'recover',
    make: any({ ...writes, ...reading }, ({ tool }, random) => ({
      faults: [{ kind: 'limited', tool, times: 99, untilMs: random.int(5, 40) * 1_000, announced: true }],
    })),
  },

  // A person has to say yes.
  confirm_yes: { expect: 'recover', make: any(destructive, () => ({ yes: true })) },
  confirm_no: { expect: 'stop', make: any(destructive, () => ({ yes: false })) },
  quota_pause_yes: { expect: 'recover', make: any(counted, (task) => ({ yes: true, ...madeBefore(task) })) },
  quota_pause_no: { expect: 'stop', make: any(counted, (task) => ({ yes: false, ...madeBefore(task) })) },

  // The call is wrong, and what was meant can be told from it.
  wrong_type: {
    expect: 'recover',
    make: any({ comment: writes.comment, pay: writes.pay, ticket: reading.ticket }, (task) => {
      const name = Object.keys(task.arguments).find((key) => typeof task.arguments[key] === 'number') ?? '';
      return { sent: { ...task.arguments, [name]: String(task.arguments[name]) } };
    }),
  },
  misspelt_name: {
    expect: 'recover',
    make: any(writes, (task, random) => {
      const name = random.pick(Object.keys(task.arguments).filter((key) => key.length > 3));
      return { sent: rename(task.arguments, name, misspell(name, random)) };
    }),
  },
  misspelt_value: {
    expect: 'recover',
    make: any({ pay: writes.pay }, (task, random) => ({
      sent: { ...task.arguments, currency: misspell(String(task.arguments['currency']), random) },
    })),
  },
  misspelt_tool: {
    expect: 'recover',
    make: any({ ...writes, ...reading }, ({ tool }, random) => ({ sentTool: misspell(tool, random) })),
  },
  wrong_for_good: {
    expect: 'stop',
    make: any({ pay: writes.pay, ticket: reading.ticket }, (task, random) => {
      const name = task.tool === 'pay_invoice' ? 'amount' : 'id';
      return { sent: { ...task.arguments, [name]: random.pick(['all of it', 'the last one', 'the usual']) } };
    }),
  },

  // The state is not the right one.
  state_to_change: {
    expect: 'recover',
    make: any(writes, (task, random, { ticket, invoice, file, state }) => {
      ticket.status = 'closed';
      invoice.status = 'draft';
      state.folders.clear();
      const { id, invoice: paid, path } = /** @type {Record<string, string>} */ (task.arguments);
      const folder = (path ?? '').slice(0, file.path.lastIndexOf('/'));
      return { besides: [`reopen #${id}`, `approve ${paid}`, `folder ${folder}`] };
    }),
  },
  stale_version: {
    expect: 'stop',
    make: (random, setting, answer) => {
      const task = assign(random, setting, answer);
      // Another user has assigned it since it was read. Assigning it again would undo that; only the caller may decide.
      setting.ticket.version += 1;
      setting.ticket.assignee = 'somebody';
      return { task };
    },
  },
  not_found: {
    expect: 'stop',
    make: any({ ...writes, ...reading }, (task, random, { state }) => {
      state.tickets.delete(Number(task.arguments['id']));
      state.invoices.clear();
      const path = `/archive/${random.word()}.md`;
      state.folders.add('/archive');
      return task.tool === 'append_file'
        ? { ...notFoundFile(path, task) }
        : { sent: { ...task.arguments, ...('path' in task.arguments && { path }) } };
    }),
  },

  // The caller does not learn the outcome of a write.
  timeout_done: { expect: 'recover', make: any(writes, fault('timeout', { stage: 'after' })) },
  timeout_not_done: { expect: 'recover', make: any(writes, fault('timeout', { stage: 'before' })) },
  timeout_done_late: {
    expect: 'recover',
    make: any(writes, ({ tool }, random) => ({ faults: [{ kind: 'late', tool, lateMs: lateness(random) }] })),
  },
  hang_done: { expect: 'recover', make: any(writes, fault('hang', { stage: 'after' })) },
  hang_not_done: { expect: 'recover', make: any(writes, fault('hang', { stage: 'before' })) },
  request_lost: { expect: 'recover', make: any(writes, onWire('lose_request')) },
  answer_lost: { expect: 'recover', make: any(writes, onWire('lose_answer')) },
  answer_lost_confirmed: {
    expect: 'recover',
    make: any(destructive, ({ tool }) => ({ wire: [{ kind: 'lose_answer', tool, call: 2 }] })),
  },
  timeout_unknowable: {
    expect: 'stop',
    make: any(counted, ({ tool }, random) => ({
      faults: [{ kind: 'timeout', tool, stage: random.pick(['before', 'after']) }],
      mayBeDone: true,
    })),
  },

  // The server ends and is started again.
  crash_before: { expect: 'recover', make: any(writes, onWire('close_before')) },
  crash_after: { expect: 'recover', make: any(writes, onWire('close_after')) },
  crash_amid_done: { expect: 'recover', make: any(writes, fault('crash', { stage: 'after' })) },
  crash_amid_not_done: { expect: 'recover', make: any(writes, fault('crash', { stage: 'before' })) },

  // Some of it was done.
  batch_passing: {
    expect: 'recover',
    make: (random, setting, answer) => ({ ...batchOf(random, setting, answer, { times: 1 }) }),
  },
  batch_for_good: {
    expect: 'stop',
    make: (random, setting, answer) => {
      const made = batchOf(random, setting, answer, { times: 99, permanent: true });
      return { ...made, besides: made.task.lines };
    },
  },

  // One thing after another.
  busy_then_lost: {
    expect: 'recover',
    make: any(writes, ({ tool }) => ({
      faults: [{ kind: 'busy', tool }],
      wire: [{ kind: 'lose_answer', tool, call: 2 }],
    })),
  },
  wrong_then_limited: {
    expect: 'recover',
    make: any({ comment: writes.comment, pay: writes.pay }, (task, random) => {
      const name = Object.keys(task.arguments).find((key) => typeof task.arguments[key] === 'number') ?? '';
      const untilMs = random.int(5, 30) * 1_000;
      return {
        sent: { ...task.arguments, [name]: String(task.arguments[name]) },
        faults: [{ kind: 'limited', tool: task.tool, times: 99, untilMs, announced: true }],
      };
    }),
  },
  confirm_then_busy: {
    expect: 'recover',
    make: any(destructive, ({ tool }) => ({ yes: true, faults: [{ kind: 'busy', tool }] })),
  },

  // Two things at once, drawn at random: other seeds have other pairs.
  composed_first: { expect: 'recover', make: any(writes, (task, random) => composed(task, random)) },
  composed_second: { expect: 'recover', make: any(writes, (task, random) => composed(task, random)) },
  composed_third: { expect: 'recover', make: any(writes, (task, random) => composed(task, random)) },

  // No call can fix it.
  denied: { expect: 'stop', make: any({ ...writes, ...reading }, fault('denied', { times: 99 })) },
  bug: { expect: 'stop', make: any(writes, fault('bug', { times: 99 })) },
  outage_long: { expect: 'stop', make: any(writes, fault('down', { times: 99, untilMs: 2 * hour, announced: true })) },
  outage_unannounced: {
    expect: 'stop',
    make: any({ ...writes, ...reading }, fault('down', { times: 99, untilMs: 2 * hour })),
  },
  rate_limit_long: {
    expect: 'stop',
    make: any({ ...writes, ...reading }, fault('limited', { times: 99, untilMs: hour, announced: true })),
  },

  // The server says that all is well. Nothing on the wire tells otherwise.
  silent_drop: { expect: 'silent', make: any(writes, fault('drop')) },
  silent_old: { expect: 'silent', make: any(reading, fault('old')) },
};

/** A fault of the back end and one of the line, in any order. @type {(task: import('./tasks.mjs').Task, random: Random) => Partial<Made>} */
const composed = ({ tool }, random) => ({
  faults: [
    random.pick([
      { kind: /** @type {const} */ ('busy'), tool, times: random.int(1, 2) },
      { kind: /** @type {const} */ ('limited'), tool, times: 99, untilMs: random.int(1, 20) * 1_000, announced: true },
      { kind: /** @type {const} */ ('down'), tool, times: 99, untilMs: random.int(1, 20) * 1_000, announced: true },
      { kind: /** @type {const} */ ('timeout'), tool, stage: /** @type {const} */ ('after') },
      { kind: /** @type {const} */ ('late'), tool, lateMs: lateness(random) },
    ]),
  ],
  wire: [
    {
      kind: random.pick(/** @type {const} */ (['lose_request', 'lose_answer', 'close_before', 'close_after'])),
      tool,
      call: random.int(1, 2),
    },
  ],
});

/** Two calls of the same kind were made before, and the third needs a yes. @param {import('./tasks.mjs').Task} task */
const madeBefore = ({ tool, lines, arguments: args }) => ({
  before: [0, 1].map(() => ({ tool, arguments: args })),
  besides: [...lines, ...lines],
});

/** A file can be created by appending to it, but not in a folder that does not exist. @type {(path: string, task: import('./tasks.mjs').Task) => Partial<Made>} */
const notFoundFile = (path, task) => ({
  task: { ...task, tool: 'read_file', arguments: { path }, lines: [], reads: true },
  sent: { path },
  sentTool: 'read_file',
});

/** @type {(random: Random, setting: Setting, answer: string, fault: object) => Made} */
const batchOf = (random, setting, answer, more) => {
  const task = importing(random, setting, answer);
  const items = /** @type {readonly { title: string }[]} */ (task.arguments['items']);
  const failing = random.int(1, items.length - 1);
  const titles = items.slice(0, failing).map(({ title }) => title);
  return { task, faults: [{ kind: 'items', tool: task.tool, titles, ...more }] };
};
