import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse codes check`. */
export const help = `Usage: recourse codes check [module…] [--lock FILE] [--json]

Compares the codes of this package and its workspaces with their lock files.
Fails on additions that are not locked, and on breaking changes unless the major
version has changed. A change is breaking if a code was removed or repurposed,
if its http, retryable or recovery changed, or if a details field was removed,
became required or changed its type. Reserved codes may change freely.

List the modules that export codes in package.json, and build them first:
  "recourse": { "codes": { "./dist/codes.js": "./codes.lock.json" } }

  module        check these modules instead
  --lock FILE   the lock file; only with exactly one module
  --json        {ok, registries: [{package, version, namespace, module, lock,
                locked, codes, problems, findings: [{severity, change, code,
                field, before, after, message, needs}]}]}

${exitHelp('codes check')}`;
