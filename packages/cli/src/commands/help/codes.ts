/** The help of `recourse codes`. */
export const help = `Usage: recourse codes [module…] [--namespace N] [--json | --markdown]

Lists the codes of Recourse, or of built modules that export a result of
defineCodes().

  --namespace N   only one namespace (core, client, coverage, github, launch,
                  runs, stage, cli, or the namespace of a module)
  --json          {codes: [{namespace, code, kind, category, http, retryable,
                  recovery, message, summary, hint, details, since, deprecated,
                  reserved, jsonrpc}]}
  --markdown      a reference page

See also: recourse codes check, codes lock, codes diff.

Examples:
  recourse codes --namespace github
  recourse codes ./dist/codes.js --markdown > docs/codes.md
  recourse codes --json | jq -r '.codes[] | select(.retryable) | .code'`;
