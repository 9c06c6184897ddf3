import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { runPage } from '../runs/run-page.ts';
import { withRuns } from '../runs/with-runs.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';

/** Runs `recourse runs show`. */
export const run: Run = (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, stateOptions);
  const id = onlyName(positionals, 'run');
  return withRuns(io, values, async (runs) => {
    const status = await runs.status(id);
    io.out(values.json ? JSON.stringify(status, null, 2) : runPage(status, (io.now ?? Date.now)(), io));
    return exitCodes.clean;
  });
};
