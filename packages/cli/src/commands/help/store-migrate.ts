import { stateHelp } from './state-help.ts';

/** The help of `recourse store migrate`. */
export const help = `Usage: recourse store migrate [--json]

Creates the store if there is none, and upgrades an older one to the version of
this program. Servers do the same when they start; several can do it at once. A
store of a newer version is left unchanged, and the command fails.

${stateHelp}
  --json          {ok, kind, place, before, after}; before is null if the store
                  was created`;
