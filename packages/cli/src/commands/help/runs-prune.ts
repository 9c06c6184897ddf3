import { stateHelp } from './state-help.ts';

/** The help of `recourse runs prune`. */
export const help = `Usage: recourse runs prune --older-than AGE [--json]

Removes runs that ended longer ago than AGE, and artifacts that no other run
uses. The store keeps its record of the runs' events.

  --older-than AGE  the minimum time since the end of a run, such as 12h or 30d
${stateHelp}
  --json          {ok, pruned}`;
