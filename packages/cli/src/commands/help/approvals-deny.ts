import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse approvals deny`. */
export const help = `Usage: recourse approvals deny ID [--reason TEXT] [--by TEXT] [--json]

Denies one waiting call. The caller gets CONFIRMATION_DENIED with your login
name and reason. ID is the id that 'recourse approvals list' shows, the
beginning of it, or a confirmation token.

  --reason TEXT   the reason; the caller sees this text
  --by TEXT       a note for the record; your login name is recorded anyway
${stateHelp}
  --json          {ok, reference, result, decided_by, via, note, reason, call};
                  result is denied, decided, used, expired or unknown

The denial is recorded as an event with the approver os:<login name>.

${exitHelp('approvals deny')}

Example:
  recourse approvals deny 7 --reason 'not before the release'`;
