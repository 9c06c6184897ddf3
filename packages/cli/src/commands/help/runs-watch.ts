import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse runs watch`. */
export const help = `Usage: recourse runs watch ID [--json]

Shows a run until its operation has ended: on a terminal as a page that is
redrawn, otherwise as one line for each event.

${stateHelp}
  --json          one {run_id, state, operation, percent, running,
                  finished, total, open_issues, failure, …} on each line

${exitHelp('runs watch')}`;
