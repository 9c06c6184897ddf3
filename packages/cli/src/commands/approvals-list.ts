import { argumentsLine } from '../approvals/shown-call.ts';
import { exitCodes } from '../command.ts';
import type { Command } from '../command.ts';
import { withState } from '../state/open-state.ts';
import { parseOptions, stateHelp, stateOptions } from '../state/state-options.ts';
import { renderDuration } from '../terminal/durations.ts';
import { table } from '../terminal/table.ts';
import { visible } from '../terminal/visible.ts';

export const approvalsListCommand: Command = {
  name: 'approvals list',
  summary: 'the calls that wait for a person’s yes',
  help: `Usage: recourse approvals list [--json]

Lists the calls that nobody has decided about yet, oldest first: who wants to
do what, with which arguments, and how long the answer can wait.

${stateHelp}
  --json          {approvals: [{id, principal, operation, reasons, arguments,
                  issued_at, expires_at, timeLeftMs}]}

Which calls need a person is policy: "policy": { "consent": "person" } in
recourse.config.json.`,
  run: (commandArguments, io) => {
    const { json, ...choice } = parseOptions(commandArguments, stateOptions);
    return withState(io, choice, async ({ stores }) => {
      const approvals = await stores.approvals.list();
      if (json) io.out(JSON.stringify({ approvals }, null, 2));
      else if (approvals.length === 0) io.out('No call waits for a decision.');
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
  },
};
