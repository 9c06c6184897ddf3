import { exitCodes, UsageError } from '../command.ts';
import type { Command } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';

export const aqlGenerateCommand: Command = {
  name: 'aql generate',
  summary: 'write an adapter from an OpenAPI document',
  help: `Usage: recourse aql generate <openapi.yaml|json> [options]

Writes an MCP-AQL adapter for the API that an OpenAPI document describes (3.0 or
3.1), and says what it had to leave out. Nothing is fetched: a document that
refers to other files has to be bundled first. The adapter passes 'recourse aql
check' and claims the trust 'generated': reads run, the rest waits until you
have looked at it and raised the trust.

  --out <file>        where to (default: stdout; the report goes to stderr)
  --force             replace the file
  --name <name>       of the adapter (default: by the title of the document)
  --base-url <url>    where the API is, if not at the document's first server
  --bearer <NAME>     sign with the bearer token of this environment variable,
                      whatever the document says
  --tag <tag>         only operations with this tag; repeatable
  --include <glob>    only operations whose operationId, 'METHOD /path' or path
                      fits; repeatable
  --exclude <glob>    none of these; repeatable
  --limit <number>    at most so many operations (default: 500)
  --json              {ok, name, file, adapter, report}: the file written, or
                      the text of the adapter where there is none; report
                      {source, operations: {found, written, left_out}, reasons,
                      left_out: [{operation, reason, detail}],
                      notes: [{operation, note}]}; on failure {ok: false,
                      error, problems: [{message, line, column}]}

Exit code: 0 written, 1 the document cannot be used, 2 wrong call.

Examples:
  recourse aql generate openapi.yaml --out pets.md
  recourse aql generate github.json --tag issues --bearer GITHUB_TOKEN
  recourse aql generate openapi.yaml --exclude 'DELETE *' --exclude '/admin/*'`,
  run: async (commandArguments, io) => {
    const { values, positionals } = parseArguments(commandArguments, {
      out: { type: 'string' },
      force: { type: 'boolean', default: false },
      name: { type: 'string' },
      'base-url': { type: 'string' },
      bearer: { type: 'string' },
      tag: { type: 'string', multiple: true, default: [] },
      include: { type: 'string', multiple: true, default: [] },
      exclude: { type: 'string', multiple: true, default: [] },
      limit: { type: 'string' },
      json: { type: 'boolean', default: false },
    });
    const [document, ...others] = positionals;
    if (document === undefined) throw new UsageError('Which document? Name an OpenAPI file, YAML or JSON.');
    if (others.length > 0) throw new UsageError('One document at a time.');
    // Parser and generator are large, and no other command needs them.
    const { runGenerate } = await import('../aql/run-generate.ts');
    const written = await runGenerate(document, { ...values, baseUrl: values['base-url'] }, io);
    return written ? exitCodes.clean : exitCodes.findings;
  },
};
