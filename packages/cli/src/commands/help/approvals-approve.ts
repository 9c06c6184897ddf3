import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse approvals approve`. */
export const help = `Usage: recourse approvals approve ID [--by TEXT] [--json]

Approves one waiting call. The approval can be used once, by the same caller,
for the same tool and arguments. A call with different arguments needs its own
approval. ID is the id that 'recourse approvals list' shows, the beginning of
it, or a confirmation token.

  --by TEXT       a note for the record; your login name is recorded anyway
${stateHelp}
  --json          {ok, reference, result, decided_by, via, note, call}; result
                  is approved, decided, own, used, expired or unknown

The approval is recorded as an event with the approver os:<login name>. Any
process of that user can run this command. If "policy": { "consent": "person" }
is set, it works only if "approvals": { "local": true } is set too; if not,
approve over HTTP with an approver's key ('recourse keys create --role
approver').

${exitHelp('approvals approve')}

Example:
  recourse approvals approve 7-3f9a0c`;
