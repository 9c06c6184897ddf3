import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse runs cancel`. */
export const help = `Usage: recourse runs cancel ID [--json]

Cancels a run, so that it cannot be resumed. A running step is told to stop, and
its result is discarded. Cancelling a cancelled run changes nothing.

${stateHelp}
  --json          {ok, run_id, state, operation}

${exitHelp('runs cancel')}`;
