import { stateHelp } from './state-help.ts';

/** The help of `recourse approvals list`. */
export const help = `Usage: recourse approvals list [--json]

Lists the calls waiting for approval, oldest first: the caller, the tool, its
arguments, and the time left to decide.

${stateHelp}
  --json          {approvals: [{id, principal, operation, reasons, arguments,
                  issued_at, expires_at, timeLeftMs}]}

The policy decides which calls need approval: set "policy": { "consent":
"person" } in recourse.config.json.`;
