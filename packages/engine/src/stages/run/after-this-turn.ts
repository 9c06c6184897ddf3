import { setImmediate } from 'node:timers';

let waiting: (() => void)[] = [];

const runAll = (): void => {
  const due = waiting;
  waiting = [];
  for (const run of due) run();
};

/** A turn may last as long as it likes, and must not gather without end. */
const most = 256;

/**
 * Runs a function once this turn of the event loop has ended, or when much has gathered. All functions of one turn
 * share one wake-up.
 */
export const afterThisTurn = (run: () => void): void => {
  const gathered = waiting.push(run);
  if (gathered === 1) setImmediate(runAll);
  else if (gathered === most) runAll();
};
