/** Keeps the state of a window in the main process, so that a window that is loaded again restores it. */
export const keepView = (name, { views }, initial) => {
  let value = { ...initial, ...views[name] };
  let listener = () => undefined;
  const keep = () => void planner.do('view', { name, view: value });
  keep();
  return {
    get value() {
      return value;
    },
    set: (changes) => {
      const next = { ...value, ...changes };
      if (JSON.stringify(next) === JSON.stringify(value)) return;
      value = next;
      keep();
      listener();
    },
    onChange: (next) => {
      listener = next;
    },
  };
};
