import path from 'node:path';
import { compareListings, parseListing } from '@recourse/contract/stability';
import type { ComparableCode, Finding } from '@recourse/contract/stability';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { readJson, reasonOf } from '../registries/read-json.ts';
import { createPaint } from '../terminal/paint.ts';

/** Runs `recourse codes diff`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, { json: { type: 'boolean' } });
  const [before, after, ...others] = positionals;
  if (before === undefined || after === undefined || others.length > 0) {
    throw new UsageError(`Specify two files, BEFORE and AFTER, not ${positionals.length}.`);
  }
  const findings = compareListings(readListing(before, io.cwd), readListing(after, io.cwd));
  const ok = findings.every(({ severity }) => severity !== 'break');
  if (values.json) {
    io.out(JSON.stringify({ ok, findings }, null, 2));
  } else {
    const paint = createPaint(io.colours);
    for (const finding of findings) io.out(`${labelOf(finding, paint)}  ${finding.message}`);
    if (findings.length === 0) io.out('No differences.');
  }
  return ok ? exitCodes.clean : exitCodes.findings;
};

const labelOf = ({ severity, change }: Finding, paint: ReturnType<typeof createPaint>): string => {
  if (severity === 'break') return paint.red('break');
  return change === 'placeholders-changed' ? paint.dim('note ') : paint.green('new  ');
};

const readListing = (file: string, cwd: string): readonly ComparableCode[] => {
  const value = readJson(path.resolve(cwd, file), cwd);
  try {
    return parseListing(value).codes;
  } catch (error) {
    throw new OperatorError('FILE_INVALID', `${file} is ${reasonOf(error)}.`, {
      cause: error,
      hint: "Create the file with 'recourse codes --json'.",
    });
  }
};
