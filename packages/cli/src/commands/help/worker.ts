import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse worker`. */
export const help = `Usage: recourse worker MODULE [--concurrency N]

Works on runs until it is stopped. MODULE is a JavaScript file that exports
pipelines. Any number of workers may share a store; runs of a worker that died
go on in another one.

  --concurrency N  work on N runs at a time (default: 4)
${stateHelp}

Examples:
  recourse worker ./pipelines.mjs
  recourse runs list --state FAILED

${exitHelp('worker')}`;
