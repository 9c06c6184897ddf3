import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse rules check`. */
export const help = `Usage: recourse rules check <file…> [--json]

Checks YAML files with rules for servers that do not know the contract, and runs
their tests. A file names a server and its tools that only read, may be repeated
or are polled, and maps words or numbers to codes.

  --json   {files: [{file, rules, passed, problems: [{line, column, message}]}]}

${exitHelp('rules check')}

Example:
  recourse rules check rules/*.yaml`;
