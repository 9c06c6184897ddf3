import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse launch start`. */
export const help = `Usage: recourse launch start <file> [--watch] [--fix] [options]

Starts a launch from a configuration file (YAML or JSON). A launch writes pages
about a product and checks them with gates; launch_open_pr then opens the pull
request. Without --watch or --fix, this only records the run, and a server
works on it ('recourse serve launch').

  --watch         work on the run here and show it until it waits or has ended
  --fix           the same, and fix issues one at a time until the gates pass or
                  nothing more can be fixed
  --key KEY       idempotency key: repeating it with the same configuration
                  returns the same run
${stateHelp}
  --json          {run_id, state, replayed}; with --watch, one {run_id, state,
                  operation, percent, …} on each line

Set GITHUB_TOKEN to read private repositories and to publish, and GITHUB_API_URL
to use another GitHub instance. Set LAUNCH_COMMIT_SERVICE_URL to publish through
a commit service.

${exitHelp('launch start')}

Example:
  recourse launch start run_config.yaml --watch --fix`;
