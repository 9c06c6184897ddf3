import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { runEventLine } from '../runs/event-text.ts';
import { withRuns } from '../runs/with-runs.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';

/** Runs `recourse runs events`. */
export const run: Run = (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, { ...stateOptions, after: { type: 'string' } });
  const id = onlyName(positionals, 'run');
  if (values.after !== undefined && !/^\d{1,9}$/.test(values.after)) {
    throw new UsageError('--after must be the number of an event, or 0.');
  }
  return withRuns(io, values, async (runs) => {
    const events = await runs.events(id, Number(values.after ?? 0));
    if (values.json) io.out(JSON.stringify({ events }, null, 2));
    else io.out(events.length === 0 ? 'No matching events.' : events.map(runEventLine).join('\n'));
    return exitCodes.clean;
  });
};
