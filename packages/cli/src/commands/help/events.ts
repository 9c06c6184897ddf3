import { usualCounts } from '../../events/usual-counts.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse events`. */
export const help = `Usage: recourse events [--follow] [--code C] [--tool T] [--principal P]
                       [--since T] [--limit N] [--json]

Shows recorded calls, oldest first.

  --follow        keep running and show new events; if the store becomes
                  unavailable, wait for it
  --code C        only failures with this code
  --tool T        only calls of this tool or operation
  --principal P   only calls of this principal
  --since T       only events since this time: an age such as 90s, 10m, 2h or
                  1d, or a time in ISO 8601 (UTC if it has no time zone)
  --limit N       the last N events (default: ${usualCounts.listed}; with --follow ${usualCounts.followed})
${stateHelp}
  --json          {events: […]} with every field; with --follow one event on
                  each line

'recourse events verify' checks that no event was changed or removed.

Examples:
  recourse events --code RATE_LIMIT_QUOTA_EXHAUSTED --since 1d
  recourse events --follow --json | jq -r .tool`;
