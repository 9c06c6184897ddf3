import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse codes lock`. */
export const help = `Usage: recourse codes lock [module…] [--lock FILE] [--json]

Writes the lock files that 'recourse codes check' compares with. Writes nothing
if a change breaks the lock and the major version has not changed, or if a new
code lacks one of these:
  - 'since' with the version of its package, such as since: '1.4.0'
  - a line in the nearest CHANGELOG.md with its name in backticks
The first lock of a registry needs no such line.

  module        lock these modules instead of those listed in package.json
  --lock FILE   the lock file; only with exactly one module
  --json        {ok, registries: [{namespace, lock, written, demands}]}

${exitHelp('codes lock')}`;
