import path from 'node:path';
import { checkPage } from '../aql/check-page.ts';
import type { PageFile } from '../aql/check-page.ts';
import { readText } from '../aql/read-text.ts';
import { exitCodes, UsageError } from '../command.ts';
import type { Command } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { createPaint } from '../terminal/paint.ts';

export const aqlCheckCommand: Command = {
  name: 'aql check',
  summary: 'find what is wrong with adapter files, with lines and columns',
  help: `Usage: recourse aql check <file…> [--json]

Reads adapters (Markdown with front matter, YAML or JSON; both dialects of
MCP-AQL) and says everything that is wrong with them at once. Nothing is sent.

An error keeps an adapter from being served. A warning is about what holds
although the file says otherwise, or what is not done: an operation that is more
dangerous than the file claims, a metric that is not counted.

  --json   {success: true, data: {files: [{file, name, version, operations}],
           warnings}}, or MCP-AQL's failure SCHEMA_VALIDATION_ERROR with
           error.details {count, errors, warnings}; of each problem {file, path,
           code, message, line, column, expected?, actual?, suggestion?}

Codes:
  SCHEMA_MISSING_FIELD       a field has to be there and is not
  SCHEMA_INVALID_TYPE        a value is not what its field takes
  SCHEMA_INVALID_NAME        a name breaks its rule, or no such field is known
  SCHEMA_DUPLICATE_NAME      a name stands for two things
  SCHEMA_UNRESOLVED_REF      a name leads to nothing
  SCHEMA_VERSION_DEPRECATED  the schema_version is still read
  SCHEMA_VERSION_UNSUPPORTED the schema_version is not known
  SCHEMA_VALIDATION_ERROR    the file as a whole: no YAML, empty, too large

Exit code: 0 no errors, 1 errors, 2 a file that cannot be read or a wrong call.

Example:
  recourse aql check adapters/*.md`,
  run: async (commandArguments, io) => {
    const { values, positionals } = parseArguments(commandArguments, { json: { type: 'boolean' } });
    if (positionals.length === 0) throw new UsageError('Which adapter? Name one or more files.');
    // The YAML parser belongs to the server, and no other command needs it.
    const { checkFile, renderChecks } = await import('@recourse/server-aql/check');
    const files: PageFile[] = [];
    for (const file of positionals) {
      const read = await readText(path.resolve(io.cwd, file));
      files.push('text' in read ? { ...checkFile(file, read.text), text: read.text } : { file, problems: [], ...read });
    }
    if (values.json) io.out(JSON.stringify(renderChecks(files), null, 2));
    else for (const line of checkPage(files, createPaint(io.colours))) io.out(line);
    if (files.some(({ unreadable }) => unreadable !== undefined)) return exitCodes.usage;
    const broken = files.some(({ problems }) => problems.some(({ severity }) => severity === 'error'));
    return broken ? exitCodes.findings : exitCodes.clean;
  },
};
