import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse intents show`. */
export const help = `Usage: recourse intents show ID [--json]

Shows one call that is running or lost: the caller, the tool, when it started,
and when its process last reported. ID is the id that 'recourse intents list'
shows.

${stateHelp}
  --json          {id, principal, operation, state, ended, started_at,
                  last_heard_at}

${exitHelp('intents show')}`;
