import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse runs export`. */
export const help = `Usage: recourse runs export ID [--output FILE] [--json]

Exports a run to a zip file: its events, snapshot, configuration and artifacts,
with a manifest of hashes. 'recourse runs verify FILE' checks it. The
configuration is included as it was given.

  --output FILE   write to this file (default: ID.zip)
${stateHelp}
  --json          {ok, run_id, output, bytes, head}

${exitHelp('runs export')}`;
