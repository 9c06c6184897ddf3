import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse runs resume`. */
export const help = `Usage: recourse runs resume ID [--json]

Resumes a run that failed with a retryable failure, or that has stalled.
Finished work is not repeated. Needs a running worker: 'recourse worker'.

${stateHelp}
  --json          {ok, run_id, state, operation}

${exitHelp('runs resume')}`;
