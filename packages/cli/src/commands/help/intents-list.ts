import { stateHelp } from './state-help.ts';

/** The help of `recourse intents list`. */
export const help = `Usage: recourse intents list [--all] [--json]

Lists the lost calls, oldest first: calls that started but whose effect is
unknown, because their process stopped reporting or they ended with an unknown
effect. They are never repeated automatically.

  --all           also list the calls that are running now
${stateHelp}
  --json          {intents: [{id, principal, operation, state, ended,
                  started_at, last_heard_at}]}`;
