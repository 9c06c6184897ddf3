import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse docs`. */
export const help = `Usage: recourse docs [module…] [--out DIR] [--check] [--json]

Writes reference pages: codes.md and, without modules, one page for each dialect
and one for the exit statuses of this command. With modules, codes.md lists the
codes that the modules export.

  --out DIR   the folder to write to (default: docs/reference)
  --check     write nothing; fail and list the pages that are out of date
  --json      {ok, directory, pages: [{path, stale, written}]}

${exitHelp('docs')}

Example, in CI:
  recourse docs ./dist/codes.js --out docs --check`;
