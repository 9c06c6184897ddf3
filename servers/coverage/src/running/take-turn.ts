const turns = new Map<string, Promise<void>>();

/**
 * Waits until no other run in this process uses a root, and returns a function that releases it. Two runs at once would
 * overwrite each other's files. Undefined if the wait was cancelled.
 */
export const takeTurn = async (root: string, signal?: AbortSignal): Promise<(() => void) | undefined> => {
  const before = turns.get(root) ?? Promise.resolve();
  let release = (): void => {};
  const mine = new Promise<void>((resolve) => (release = resolve));
  const queue = before.then(() => mine);
  turns.set(root, queue);
  void queue.finally(() => {
    if (turns.get(root) === queue) turns.delete(root);
  });
  const isMyTurn = await Promise.race([before.then(() => true), aborted(signal)]);
  if (isMyTurn && signal?.aborted !== true) return release;
  release();
  return undefined;
};

const aborted = (signal: AbortSignal | undefined): Promise<false> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) resolve(false);
    else signal?.addEventListener('abort', () => resolve(false), { once: true });
  });
