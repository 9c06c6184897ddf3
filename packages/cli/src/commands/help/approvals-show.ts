import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse approvals show`. */
export const help = `Usage: recourse approvals show ID [--json]

Shows one waiting call: the caller, the tool, why it needs approval, every
argument, and the time left to decide. ID is the id that 'recourse approvals
list' shows, the beginning of it, or the confirmation token of the call.

${stateHelp}
  --json          {id, principal, operation, reasons, arguments, shown,
                  issued_at, expires_at, timeLeftMs}

${exitHelp('approvals show')}`;
