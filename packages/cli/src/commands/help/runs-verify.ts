import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse runs verify`. */
export const help = `Usage: recourse runs verify ID|FILE [--head HASH] [--json]

Rebuilds a run from its events and compares the result with the stored run: the
chain of events, the snapshot, the configuration and every artifact. FILE is a
bundle that 'recourse runs export' wrote; checking it needs no store.

  --head HASH     fail unless the newest event has this hash
${stateHelp}
  --json          {ok, run_id, events, artifacts, head, problems}

${exitHelp('runs verify')}`;
