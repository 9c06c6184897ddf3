import { setImmediate } from 'node:timers';

let waiting: (() => void)[] = [];

const runAll = (): void => {
  const due = waiting;
  waiting = [];
  for (const run of due) run();
};

/** Runs something once this turn of the event loop has ended. Whatever comes in one turn shares one wake-up. */
export const afterThisTurn = (run: () => void): void => {
  if (waiting.push(run) === 1) setImmediate(runAll);
};
