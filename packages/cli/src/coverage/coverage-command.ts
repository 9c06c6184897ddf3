import type { Command } from '../command.ts';
import { alignColumns } from '../terminal/align-columns.ts';
import { flagName } from './options.ts';
import type { CoverageOption, CoverageVerb } from './options.ts';
import { readCoverageArguments } from './read-arguments.ts';

const values = { text: ' <text>', number: ' <number>', list: ' <text>', switch: '' } as const;
const optionRow = ({ field, type, help }: CoverageOption): readonly string[] => [
  `  --${flagName(field)}${values[type]}`,
  help,
];

/** A tool of the coverage server as a command. */
export const coverageCommand = (verb: CoverageVerb): Command => ({
  name: `coverage ${verb.tool}`,
  summary: verb.summary,
  help: `Usage: recourse coverage ${verb.tool} [--root <folder>] [--json] [options]

${verb.about}

${alignColumns([
  ['  --root <folder>', 'the project; the working directory by default'],
  ['  --json', 'the answer as the server gives it'],
  ...verb.options.map(optionRow),
]).join('\n')}

Exit code: 0 it holds or was done, 1 coverage does not hold or tests fail,
2 wrong call, 3 it could not be judged or done.

Examples:
${verb.examples.map((example) => `  ${example}`).join('\n')}`,
  run: async (words, io) => {
    const call = readCoverageArguments(verb, words);
    const { runCoverage } = await import('./run-coverage.ts');
    return runCoverage(verb.tool, call, io);
  },
});
