import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse store check`. */
export const help = `Usage: recourse store check [--json]

Shows the store that servers and commands use in this folder, and how full it
is. Checks that it is reachable, up to date and writable, that the sealing key
matches, and that the record of events is intact. Says what to do about each
problem.

${stateHelp}
  --json          {ok, kind, place, problems: [{problem, remedy}], version,
                  rows, most, oldest_event, bytes, freeBytes, key, sealed,
                  evidence}

The sealing key is RECOURSE_KEY or, for SQLite without it, the key file next to
the store.

${exitHelp('store check')}`;
