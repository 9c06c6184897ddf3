import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse launch check`. */
export const help = `Usage: recourse launch check <file> [--json]

Checks the configuration of a launch (YAML or JSON) and reports all problems at
once, each with its line and column. Starts nothing and sends no requests.

  --json   {ok: true, config} with the defaults filled in, or {ok: false,
           problems: [{path, message, line, column}]}

${exitHelp('launch check')}

Example:
  recourse launch check run_config.yaml`;
