import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse aql generate`. */
export const help = `Usage: recourse aql generate <openapi.yaml|json> [options]

Writes an MCP-AQL adapter for the API that an OpenAPI document (3.0 or 3.1)
describes, and reports what it omitted. Fetches nothing: if the document refers
to other files, bundle it first. The adapter passes 'recourse aql check' and has
the trust level 'generated': only operations that read can run until you review
the file and raise the level.

  --out <file>        the file to write (default: stdout, with the report on
                      stderr)
  --force             replace the file if it exists
  --name <name>       name of the adapter (default: from the document's title)
  --base-url <url>    address of the API (default: the document's first server)
  --bearer <NAME>     send the bearer token in this environment variable, and
                      ignore the security schemes of the document
  --tag <tag>         only operations with this tag; repeatable
  --include <glob>    only operations whose operationId, 'METHOD /path' or path
                      matches; repeatable
  --exclude <glob>    omit operations that match; repeatable
  --limit <number>    write at most this many operations
  --json              {ok, name, file, adapter, report}: the file written, or
                      the text of the adapter without --out; report is
                      {source, operations: {found, written, left_out}, reasons,
                      left_out: [{operation, reason, detail}],
                      notes: [{operation, note}]}; on failure {ok: false,
                      code, error, hint, problems: [{message, line, column}]}

${exitHelp('aql generate')}

Examples:
  recourse aql generate openapi.yaml --out pets.md
  recourse aql generate github.json --tag issues --bearer GITHUB_TOKEN
  recourse aql generate openapi.yaml --exclude 'DELETE *' --exclude '/admin/*'`;
