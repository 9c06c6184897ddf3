import { approvalPage } from '../approvals/approval-page.ts';
import { referenceOf } from '../approvals/find-approval.ts';
import { exitCodes } from '../command.ts';
import type { Command } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { withState } from '../state/open-state.ts';
import { onlyName, stateHelp, stateOptions } from '../state/state-options.ts';

export const approvalsShowCommand: Command = {
  name: 'approvals show',
  summary: 'one call that waits, with all its arguments',
  help: `Usage: recourse approvals show ID [--json]

Shows who wants to do what, why it is asked about, every argument, and how long
the answer can wait. ID is what 'recourse approvals list' shows, the beginning
of it, or the confirmation token that the caller was given.

${stateHelp}
  --json          {id, principal, operation, reasons, arguments, issued_at,
                  expires_at, timeLeftMs}

Exit code: 1 where no such call waits.`,
  run: (commandArguments, io) => {
    const { values, positionals } = parseArguments(commandArguments, stateOptions);
    const given = onlyName(positionals, 'call');
    return withState(io, values, async ({ stores: { approvals } }) => {
      const pending = await approvals.find(await referenceOf(approvals, given));
      if (!pending) {
        io.err(`recourse: '${given}' is no call that waits: it is unknown, was decided about, or has waited too long.`);
        if (values.json) io.out(JSON.stringify({ ok: false, reference: given }, null, 2));
        return exitCodes.findings;
      }
      io.out(values.json ? JSON.stringify(pending, null, 2) : approvalPage(pending, io));
      return exitCodes.clean;
    });
  },
};
