/**
 * Runs something later and returns how to call it off. With `keepAlive` the process waits for it; otherwise pending
 * work does not keep a finished program from ending.
 */
export type Schedule = (run: () => void, delayMs: number, keepAlive?: boolean) => () => void;

export const scheduleWithTimers: Schedule = (run, delayMs, keepAlive = false) => {
  const timer = setTimeout(run, delayMs);
  if (!keepAlive) timer.unref();
  return () => clearTimeout(timer);
};
