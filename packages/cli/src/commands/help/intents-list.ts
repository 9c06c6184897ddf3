import { stateHelp } from './state-help.ts';

/** The help of `recourse intents list`. */
export const help = `Usage: recourse intents list [--all] [--json]

Lists the lost calls, oldest first: it is unknown whether they took effect,
because their process stopped reporting, or because their handler ended without
a known outcome. They are never repeated automatically.

  --all           also list the calls that are running now
${stateHelp}
  --json          {intents: [{id, principal, operation, state, ended,
                  started_at, last_heard_at}]}`;
