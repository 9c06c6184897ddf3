import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { withRuns } from '../runs/with-runs.ts';
import { parseOptions, stateOptions } from '../state/state-options.ts';
import { parseDuration } from '../terminal/durations.ts';

/** Runs `recourse runs prune`. */
export const run: Run = (commandArguments, io) => {
  const { 'older-than': age, ...choice } = parseOptions(commandArguments, {
    ...stateOptions,
    'older-than': { type: 'string' },
  });
  const ms = age === undefined ? undefined : parseDuration(age);
  if (ms === undefined)
    throw new UsageError('Specify how long ago the runs must have ended, such as --older-than 30d.');
  return withRuns(io, choice, async (runs) => {
    const pruned = await runs.prune((io.now ?? Date.now)() - ms);
    if (choice.json) io.out(JSON.stringify({ ok: true, pruned }, null, 2));
    else io.out(`Removed ${pruned} run${pruned === 1 ? '' : 's'} and the artifacts that no other run uses.`);
    return exitCodes.clean;
  });
};
