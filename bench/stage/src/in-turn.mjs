/** The results of a step for each item, one after another. */
export const each = async (list, run) => {
  const found = [];
  for (const one of list) found.push(await run(one));
  return found;
};

/** Runs a step for each item until one is refused, and returns the last answer. */
export const inTurn = async (list, run) => {
  let done = { ok: true, text: '' };
  for (const one of list) {
    done = await run(one);
    if (!done.ok) return done;
  }
  return done;
};
