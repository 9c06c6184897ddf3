/**
 * The tasks of a board and everything that happens to them. A view shows `tasks` in one list whose rows move with their
 * tasks, and the last three, with their numbers, in another list whose rows are reused for other tasks. It calls `mark`
 * for every row.
 */
export const createBoard = (render) => {
  let last = 0;
  const marks = new WeakMap();
  const create = (title) => {
    last += 1;
    return { id: last, title, isDone: false };
  };
  let tasks = ['Write report', 'Call Dana', 'Order paper', 'Review', 'Review'].map(create);
  const change = (next) => {
    tasks = next;
    return render(tasks);
  };
  const board = {
    add: (title) => change([...tasks, create(title)]),
    insert: (title) => change([create(title), ...tasks]),
    remove: (at) => change(tasks.filter((_, index) => index !== at)),
    move: (from, to) => {
      const rest = tasks.filter((_, index) => index !== from);
      return change([...rest.slice(0, to), tasks[from], ...rest.slice(to)]);
    },
    rename: (at, title) => change(tasks.map((task, index) => (index === at ? { ...task, title } : task))),
    toggle: (at) => change(tasks.map((task, index) => (index === at ? { ...task, isDone: !task.isDone } : task))),
    reverse: () => change(tasks.toReversed()),
    /** Shows the list without any of the nodes that it had. */
    renderAgain: async () => {
      const kept = tasks;
      await change([]);
      return change(kept);
    },
    count: () => tasks.length,
    /** The task that a node is about, by what the view said last. */
    taskOf: (node) => {
      for (let at = node; at; at = at.parentNode) if (marks.has(at)) return marks.get(at);
      return null;
    },
    mark: (row, id) => {
      if (row) marks.set(row, id);
    },
    start: () => change(tasks),
  };
  window.board = board;
  return board;
};
