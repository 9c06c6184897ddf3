import type { RunSummary } from '@recourse/runs';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { withRuns } from '../runs/with-runs.ts';
import { parseOptions, stateOptions } from '../state/state-options.ts';
import { moment } from '../terminal/moment.ts';
import { table } from '../terminal/table.ts';
import { visible } from '../terminal/visible.ts';

const mostListed = 10_000;

/** Runs `recourse runs list`. */
export const run: Run = (commandArguments, io) => {
  const { pipeline, state, before, limit, ...choice } = parseOptions(commandArguments, {
    ...stateOptions,
    pipeline: { type: 'string' },
    state: { type: 'string' },
    before: { type: 'string' },
    limit: { type: 'string' },
  });
  const most = limit === undefined ? undefined : countOf(limit);
  return withRuns(io, choice, async (runs) => {
    const found = await runs.list({
      ...(pipeline !== undefined && { pipeline }),
      ...(state !== undefined && { state }),
      ...(before !== undefined && { before }),
      ...(most !== undefined && { limit: most }),
    });
    if (choice.json) io.out(JSON.stringify({ runs: found }, null, 2));
    else if (found.length === 0) io.out('No matching runs.');
    else io.out(table(['RUN', 'PIPELINE', 'STATE', 'OPERATION', 'STARTED', 'FINISHED'], found.map(rowOf), io));
    return exitCodes.clean;
  });
};

const countOf = (text: string): number => {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > mostListed) throw new UsageError(`--limit must be a whole number from 1 to ${mostListed}.`);
  return count;
};

const rowOf = ({ run_id, pipeline, state, operation, started_at, finished_at }: RunSummary): readonly string[] => [
  run_id,
  visible(pipeline),
  state,
  operation ?? '-',
  moment(Date.parse(started_at)),
  finished_at === null ? '-' : moment(Date.parse(finished_at)),
];
