import { decide } from '../approvals/decide.ts';
import type { Command } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { onlyName, stateHelp, stateOptions } from '../state/state-options.ts';

export const approvalsApproveCommand: Command = {
  name: 'approvals approve',
  summary: 'let one call that waits through, once',
  help: `Usage: recourse approvals approve ID [--by NAME] [--json]

Lets exactly this call through, once: this caller, this tool, these arguments.
A call with another argument is another call, and waits for itself. ID is what
'recourse approvals list' shows, the beginning of it, or a confirmation token.

  --by NAME       who decides (default: the login name)
${stateHelp}
  --json          {ok, reference, result, decided_by, call}; result is approved,
                  decided, used, expired or unknown

Exit code: 1 where nothing was approved: the call is unknown, was decided
about or made before, or has waited too long.

Example:
  recourse approvals approve 7-3f9a0c`,
  run: async (commandArguments, io) => {
    const { values, positionals } = parseArguments(commandArguments, { ...stateOptions, by: { type: 'string' } });
    return decide('approve', { ...values, given: onlyName(positionals, 'call') }, io);
  },
};
