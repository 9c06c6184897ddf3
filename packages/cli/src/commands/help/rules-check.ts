import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse rules check`. */
export const help = `Usage: recourse rules check <file…> [--json]

Checks YAML files with rules for servers that do not return Recourse codes, and
runs the tests in these files. A file identifies a server, lists its tools that
are read-only, repeatable or polled, and maps words or numbers in its answers to
codes.

  --json   {files: [{file, rules, passed, problems: [{line, column, message}]}]}

${exitHelp('rules check')}

Example:
  recourse rules check rules/*.yaml`;
