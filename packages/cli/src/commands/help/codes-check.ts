import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse codes check`. */
export const help = `Usage: recourse codes check [module…] [--lock FILE] [--json]

Compares the codes of this package and its workspaces with their lock files. It
fails on additions that are not locked, and on breaking changes unless the major
version has changed: a code removed or repurposed, a different http, retryable
or recovery, a details field removed, newly required or of another type.
Reserved codes may change freely.

package.json names the modules that export codes; build them first:
  "recourse": { "codes": { "./dist/codes.js": "./codes.lock.json" } }

  module        check these modules instead
  --lock FILE   the lock file, if you name one module
  --json        {ok, registries: [{package, version, namespace, module, lock,
                locked, codes, problems, findings: [{severity, change, code,
                field, before, after, message, needs}]}]}

${exitHelp('codes check')}`;
