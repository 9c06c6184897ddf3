import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse runs resume`. */
export const help = `Usage: recourse runs resume ID [--json]

Goes on with a run that failed with a retryable failure, or that stands still.
Finished work is not repeated. A worker has to run: 'recourse worker'.

${stateHelp}
  --json          {ok, run_id, state, operation}

${exitHelp('runs resume')}`;
