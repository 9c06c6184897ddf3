import { stateHelp } from './state-help.ts';

/** The help of `recourse quotas`. */
export const help = `Usage: recourse quotas [--principal P] [--json]

Lists the quotas in use: for each caller and tool, how many calls were counted
and when the next ones are allowed. Shows only the limits that
recourse.config.json sets; those that a tool declares are known to its server.

  --principal P   only quotas of this principal
${stateHelp}
  --json          {quotas: [{principal, operation, metric, key, windowMs, calls,
                  resets_at, granted_until, thresholds: {warn, pause, stop}}]}`;
