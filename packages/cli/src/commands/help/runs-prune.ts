import { stateHelp } from './state-help.ts';

/** The help of `recourse runs prune`. */
export const help = `Usage: recourse runs prune --older-than AGE [--json]

Removes runs that ended longer ago than AGE, and artifacts that no other run
uses. The events of the runs stay in the record of the store.

  --older-than AGE  such as 12h or 30d
${stateHelp}
  --json          {ok, pruned}`;
