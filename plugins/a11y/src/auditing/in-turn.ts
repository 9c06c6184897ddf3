const last = new Map<string, Promise<unknown>>();

/** Runs audits of one session one after the other: axe-core cannot run twice in a page at the same time. */
export const inTurn = async <Value>(session: string, run: () => Promise<Value>): Promise<Value> => {
  const before = last.get(session) ?? Promise.resolve();
  const mine = before.then(run);
  const settled = mine.catch(() => undefined);
  last.set(session, settled);
  try {
    return await mine;
  } finally {
    if (last.get(session) === settled) last.delete(session);
  }
};
