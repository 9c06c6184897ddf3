import { stateHelp } from './state-help.ts';

/** The help of `recourse keys list`. */
export const help = `Usage: recourse keys list [--json]

Lists all keys, oldest first, with their principal, trust level and tools. The
keys themselves are not stored.

${stateHelp}
  --json          {keys: [{id, principal, trust, tools, created_at,
                  revoked_at}]}`;
