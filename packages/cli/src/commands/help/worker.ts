import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse worker`. */
export const help = `Usage: recourse worker MODULE [--concurrency N] [--executor NAME]
                              [--telemetry URL]

Works on runs until it is stopped. MODULE is a JavaScript file that exports
pipelines. Any number of workers may share a store; if a worker dies, another
one continues its runs.

  --concurrency N  work on N runs at a time (default: 4)
  --executor NAME  embedded (default), or dbos: record executions in DBOS too;
                   needs a PostgreSQL store and @dbos-inc/dbos-sdk
  --telemetry URL  send the events of runs to a service, with the bearer token
                   RECOURSE_TELEMETRY_TOKEN if it is set
${stateHelp}

Examples:
  recourse worker ./pipelines.mjs
  recourse worker ./pipelines.mjs --store postgres://me@db.example.org/runs
  recourse runs list --state FAILED

${exitHelp('worker')}`;
