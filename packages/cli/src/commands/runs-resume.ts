import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { withRuns } from '../runs/with-runs.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';

/** Runs `recourse runs resume`. */
export const run: Run = (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, stateOptions);
  const id = onlyName(positionals, 'run');
  return withRuns(io, values, async (runs) => {
    const { state, operation } = await runs.resume(id);
    if (values.json) io.out(JSON.stringify({ ok: true, run_id: id, state, operation }, null, 2));
    else io.out(`Resumed: run ${id} is ${state}. A running worker will continue it.`);
    return exitCodes.clean;
  });
};
