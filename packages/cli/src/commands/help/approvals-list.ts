import { stateHelp } from './state-help.ts';

/** The help of `recourse approvals list`. */
export const help = `Usage: recourse approvals list [--json]

Lists the calls waiting for approval, oldest first, each with its caller, tool,
arguments, and the time left to decide.

${stateHelp}
  --json          {approvals: [{id, principal, operation, reasons, arguments,
                  shown, issued_at, expires_at, timeLeftMs}]}

Every call that needs confirmation is listed. To let only a person's approval
count, set "policy": { "consent": "person" } in recourse.config.json.`;
