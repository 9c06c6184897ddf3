import { argumentsLine } from '../approvals/shown-call.ts';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { withState } from '../state/open-state.ts';
import { parseOptions, stateOptions } from '../state/state-options.ts';
import { renderDuration } from '../terminal/durations.ts';
import { table } from '../terminal/table.ts';
import { visible } from '../terminal/visible.ts';

/** Runs `recourse approvals list`. */
export const run: Run = (commandArguments, io) => {
  const { json, ...choice } = parseOptions(commandArguments, stateOptions);
  return withState(io, choice, async ({ stores }) => {
    const approvals = await stores.approvals.list();
    if (json) io.out(JSON.stringify({ approvals }, null, 2));
    else if (approvals.length === 0) io.out('No calls are waiting for approval.');
    else {
      const rows = approvals.map((pending) => [
        pending.id,
        visible(pending.principal),
        visible(pending.operation),
        renderDuration(pending.timeLeftMs),
        argumentsLine(pending),
      ]);
      io.out(table(['ID', 'WHO', 'WHAT', 'TIME LEFT', 'ARGUMENTS'], rows, io));
    }
    return exitCodes.clean;
  });
};
