import path from 'node:path';
import { checkPage } from '../aql/check-page.ts';
import type { PageFile } from '../aql/check-page.ts';
import { readText } from '../aql/read-text.ts';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { createPaint } from '../terminal/paint.ts';

/** Runs `recourse aql check`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, { json: { type: 'boolean' } });
  if (positionals.length === 0) throw new UsageError('Specify one or more adapter files.');
  // A wrong command line need not load the YAML parser.
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
};
