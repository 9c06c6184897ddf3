import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const columns = ['Backlog', 'Doing', 'Done'];

/** The tasks of a new board. Two pairs have equal titles, so that a title alone does not name a task. */
const first = {
  tasks: [
    { id: 1, title: 'Call Dana', column: 'Backlog', priority: 'Low' },
    { id: 2, title: 'Write report', column: 'Backlog', priority: 'High' },
    { id: 3, title: 'Call Dana', column: 'Backlog', priority: 'High' },
    { id: 4, title: 'Review budget', column: 'Doing', priority: 'Low' },
    { id: 5, title: 'Order chairs', column: 'Doing', priority: 'High' },
    { id: 6, title: 'Review budget', column: 'Done', priority: 'Low' },
  ].map((task) => ({ due: '', notes: '', files: [], checks: 'none', isPublished: false, ...task })),
  settings: { density: 'comfortable', weekStart: 'Monday', isNotifying: true, limit: 5 },
  notice: '',
  /** The state of each window besides the tasks. A window restores it when it is loaded again. */
  views: {},
};

/** The state of the planner. Every change is written to the file before it is sent to the windows. */
export const openStore = (file, onChange) => {
  let state = read(file) ?? structuredClone(first);
  const change = (apply) => {
    const next = structuredClone(state);
    apply(next);
    state = next;
    writeFileSync(`${file}.new`, JSON.stringify(state, undefined, 2));
    renameSync(`${file}.new`, file);
    onChange(state);
  };
  change(() => undefined);
  return { state: () => state, change };
};

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const taskOf = ({ tasks }, id) => tasks.find((task) => task.id === id);

/** The changes that windows may ask for. */
export const commands = {
  create: (state, { title, column, due }) => {
    const id = 1 + Math.max(0, ...state.tasks.map((task) => task.id));
    const task = { id, title, column: columns.includes(column) ? column : columns[0], priority: 'Low', due };
    state.tasks.push({ ...task, notes: '', files: [], checks: 'none', isPublished: false });
  },
  move: (state, { id, column, before }) => {
    const task = taskOf(state, id);
    if (!task) return;
    const others = state.tasks.filter((one) => one !== task);
    task.column = column;
    const at = others.findIndex((one) => one.id === before);
    state.tasks = at < 0 ? [...others, task] : others.toSpliced(at, 0, task);
  },
  remove: (state, { id }) => {
    state.tasks = state.tasks.filter((task) => task.id !== id);
  },
  sort: (state) => {
    const rank = ({ priority }) => (priority === 'High' ? 0 : 1);
    state.tasks = state.tasks.toSorted((one, other) => rank(one) - rank(other));
  },
  /** Another person has turned the backlog around. */
  sync: (state) => {
    const isBacklog = ({ column }) => column === 'Backlog';
    state.tasks = [...state.tasks.filter(isBacklog).toReversed(), ...state.tasks.filter((task) => !isBacklog(task))];
    state.notice = 'Dana changed the order of the backlog.';
  },
  dismiss: (state) => {
    state.notice = '';
  },
  save: (state, { id, title, priority, notes }) => {
    const task = taskOf(state, id);
    if (task) Object.assign(task, { title, priority, notes, checks: 'running' });
  },
  check: (state, { id }) => {
    const task = taskOf(state, id);
    if (task) task.checks = 'passed';
  },
  publish: (state, { id }) => {
    const task = taskOf(state, id);
    if (task) task.isPublished = true;
  },
  attach: (state, { id, files }) => {
    taskOf(state, id)?.files.push(...files.map(({ name, size }) => ({ name, size })));
  },
  settings: (state, settings) => {
    state.settings = settings;
  },
  startOver: (state) => Object.assign(state, structuredClone(first)),
  view: (state, { name, view }) => {
    if (view === null) delete state.views[name];
    else state.views[name] = view;
  },
};
