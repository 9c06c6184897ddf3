import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse runs events`. */
export const help = `Usage: recourse runs events ID [--after N] [--json]

Shows the events of a run, oldest first.

  --after N       only events with a greater number
${stateHelp}
  --json          {events: [{number, ts, type, payload, run_hash, …}]}

${exitHelp('runs events')}`;
