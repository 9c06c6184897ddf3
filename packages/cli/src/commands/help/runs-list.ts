import { stateHelp } from './state-help.ts';

/** The help of `recourse runs list`. */
export const help = `Usage: recourse runs list [--pipeline P] [--state S] [--before ID]
                           [--limit N] [--json]

Lists runs, newest first.

  --pipeline P    only runs of this pipeline
  --state S       only runs in this state, such as FAILED
  --before ID     only runs that were started before this one
  --limit N       at most N runs (default: 100)
${stateHelp}
  --json          {runs: [{run_id, pipeline, state, operation,
                  started_at, updated_at, finished_at}]}`;
