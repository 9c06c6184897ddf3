import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse launch start`. */
export const help = `Usage: recourse launch start <file> [--watch] [--fix] [options]

Starts a launch from a configuration file (YAML or JSON): pages about a product,
checked by gates, up to the point at which launch_open_pr opens a pull request.
Without --watch the run is recorded and a server works on it.

  --watch         work on the run here and show it until it waits or has ended
  --fix           the same, and fix issues one at a time until the gates pass or
                  nothing can be fixed
  --key KEY       the same key with the same configuration is the same run
${stateHelp}
  --json          {run_id, state, replayed}; with --watch, one {run_id, state,
                  operation, percent, …} on each line

GITHUB_TOKEN reads private repositories and publishes; GITHUB_API_URL names
another GitHub. LAUNCH_COMMIT_SERVICE_URL publishes through a commit service.

${exitHelp('launch start')}

Example:
  recourse launch start run_config.yaml --watch --fix`;
