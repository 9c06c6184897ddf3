import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { parseArguments } from '../parse-arguments.ts';
import { isWell, watchRun } from '../runs/watch-run.ts';
import { withRuns } from '../runs/with-runs.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';

/** Runs `recourse runs watch`. */
export const run: Run = (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, stateOptions);
  const id = onlyName(positionals, 'run');
  return withRuns(io, values, async (runs) => {
    const { signal, release } = stopSignal(io);
    try {
      const options = { json: values.json, signal, now: io.now ?? Date.now };
      const last = await watchRun(runs, id, options, io);
      if (signal.aborted) return exitCodes.cancelled;
      return isWell(last) ? exitCodes.clean : exitCodes.findings;
    } finally {
      release();
    }
  });
};
