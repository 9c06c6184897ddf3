import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse codes diff`. */
export const help = `Usage: recourse codes diff BEFORE AFTER [--json]

Compares two files written by 'recourse codes --json', for example from two
releases, and reports breaking changes and additions.

  break  a code, detail or enum value was removed, or a property that programs
         branch on (such as http, recovery or the jsonrpc number) was changed
  new    a code, detail or enum value was added
  note   the placeholders of a message or hint changed; this breaks no caller

  --json   {ok, findings: [{severity, change, code, message}]}

${exitHelp('codes diff')}

Example:
  npx -y @recourse/cli@0.1.0 codes --json > before.json
  recourse codes --json > after.json
  recourse codes diff before.json after.json`;
