/**
 * Runs something later and returns how to call it off. The process waits for it with `keepAlive`, or when it comes at
 * once; otherwise pending work does not keep a finished program from ending.
 */
export type Schedule = (run: () => void, delayMs: number, keepAlive?: boolean) => () => void;

export const scheduleWithTimers: Schedule = (run, delayMs, keepAlive = false) => {
  // A timer of no time still takes a millisecond, in which a busy server makes more events than a batch holds.
  if (delayMs === 0) {
    const immediate = setImmediate(run);
    return () => clearImmediate(immediate);
  }
  const timer = setTimeout(run, delayMs);
  if (!keepAlive) timer.unref();
  return () => clearTimeout(timer);
};
