import { approvalPage } from '../approvals/approval-page.ts';
import { referenceOf } from '../approvals/find-approval.ts';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { withState } from '../state/open-state.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';

/** Runs `recourse approvals show`. */
export const run: Run = (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, stateOptions);
  const given = onlyName(positionals, 'call');
  return withState(io, values, async ({ stores: { approvals } }) => {
    const pending = await approvals.find(await referenceOf(approvals, given));
    if (!pending) {
      io.err(
        `recourse: There is no waiting call '${given}': the id is unknown, or the call has expired or was already decided.`,
      );
      if (values.json) io.out(JSON.stringify({ ok: false, reference: given }, null, 2));
      return exitCodes.findings;
    }
    io.out(values.json ? JSON.stringify(pending, null, 2) : approvalPage(pending, io));
    return exitCodes.clean;
  });
};
