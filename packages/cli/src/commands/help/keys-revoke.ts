import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse keys revoke`. */
export const help = `Usage: recourse keys revoke ID [--json]

Revokes a key. Every server that uses this store refuses its next call. ID is
the id that 'recourse keys list' shows, or the beginning of it.

${stateHelp}
  --json          {ok, id}

${exitHelp('keys revoke')}`;
