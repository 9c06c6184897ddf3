import path from 'node:path';
import { compareCodes, lockedCodes, parseListing, qualifiedName } from '@recourse/contract/stability';
import type { LockedCodes } from '@recourse/contract/stability';
import { exitCodes, InputError, UsageError } from '../command.ts';
import type { Command } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { readJson, reasonOf } from '../registries/read-json.ts';
import { createPaint } from '../terminal/paint.ts';

export const codesDiffCommand: Command = {
  name: 'codes diff',
  summary: 'compare two listings: what would break callers',
  help: `Usage: recourse codes diff BEFORE AFTER [--json]

Compares two files that 'recourse codes --json' wrote, for instance those of two
releases, and says what breaks callers and what is new.

  --json   {ok, findings: [{severity, change, code, message}]}

Exit code: 0 nothing breaks, 1 something does, 2 a file cannot be read.

Example:
  npx -y @recourse/cli@0.1.0 codes --json > before.json
  recourse codes --json > after.json
  recourse codes diff before.json after.json`,
  run: async (commandArguments, io) => {
    const { values, positionals } = parseArguments(commandArguments, { json: { type: 'boolean' } });
    const [before, after, ...others] = positionals;
    if (before === undefined || after === undefined || others.length > 0) {
      throw new UsageError(`Two listings are compared; ${positionals.length} were given.`);
    }
    const findings = compareCodes(readListing(before, io.cwd), readListing(after, io.cwd));
    const ok = findings.every(({ severity }) => severity !== 'break');
    if (values.json) {
      io.out(JSON.stringify({ ok, findings }, null, 2));
    } else {
      const paint = createPaint(io.colours);
      for (const { severity, message } of findings) {
        io.out(`${severity === 'break' ? paint.red('break') : paint.green('new  ')}  ${message}`);
      }
      if (findings.length === 0) io.out('No difference that callers could notice.');
    }
    return ok ? exitCodes.clean : exitCodes.findings;
  },
};

const readListing = (file: string, cwd: string): LockedCodes => {
  const value = readJson(path.resolve(cwd, file), cwd);
  try {
    return lockedCodes(parseListing(value).codes, qualifiedName);
  } catch (error) {
    throw new InputError(`${file} is ${reasonOf(error)} (write one with 'recourse codes --json')`, { cause: error });
  }
};
