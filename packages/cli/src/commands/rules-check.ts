import path from 'node:path';
import { readText } from '../aql/read-text.ts';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { checkedLines } from '../rules/checked-lines.ts';
import type { CheckedRules } from '../rules/checked-lines.ts';
import { createPaint } from '../terminal/paint.ts';

/** Runs `recourse rules check`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, { json: { type: 'boolean' } });
  if (positionals.length === 0) throw new UsageError('Specify one or more rules files.');
  // A wrong command line need not load the YAML parser.
  const { parseRules } = await import('@recourse/client/rules');
  const files: CheckedRules[] = [];
  for (const file of positionals) {
    const read = await readText(path.resolve(io.cwd, file));
    if ('unreadable' in read) files.push({ file, unreadable: read.unreadable, problems: [], passed: 0, rules: 0 });
    else {
      const { problems, passed, rules } = parseRules(read.text);
      files.push({ file, problems, passed, rules: rules?.rules.length ?? 0 });
    }
  }
  if (values.json) io.out(JSON.stringify({ files }, null, 2));
  else for (const line of checkedLines(files, createPaint(io.colours))) io.out(line);
  if (files.some(({ unreadable }) => unreadable !== undefined)) return exitCodes.usage;
  return files.some(({ problems }) => problems.length > 0) ? exitCodes.findings : exitCodes.clean;
};
