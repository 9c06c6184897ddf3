import { decide } from '../approvals/decide.ts';
import type { Command } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { onlyName, stateHelp, stateOptions } from '../state/state-options.ts';

export const approvalsDenyCommand: Command = {
  name: 'approvals deny',
  summary: 'refuse one call that waits, with a reason',
  help: `Usage: recourse approvals deny ID [--reason TEXT] [--by NAME] [--json]

Refuses the call. The caller is answered with CONFIRMATION_DENIED, who decided
and why. ID is what 'recourse approvals list' shows, the beginning of it, or a
confirmation token.

  --reason TEXT   why, as the caller will read it
  --by NAME       who decides (default: the login name)
${stateHelp}
  --json          {ok, reference, result, decided_by, reason, call}; result is
                  denied, decided, used, expired or unknown

Exit code: 1 where nothing was denied: the call is unknown, was decided about
or made before, or has waited too long.

Example:
  recourse approvals deny 7 --reason 'not before the release'`,
  run: async (commandArguments, io) => {
    const { values, positionals } = parseArguments(commandArguments, {
      ...stateOptions,
      by: { type: 'string' },
      reason: { type: 'string' },
    });
    return decide('deny', { ...values, given: onlyName(positionals, 'call') }, io);
  },
};
