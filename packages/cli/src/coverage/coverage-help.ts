import { exitHelp } from '../exit-help.ts';
import { alignColumns } from '../terminal/align-columns.ts';
import { flagName } from './options.ts';
import type { CoverageOption, CoverageVerb } from './options.ts';

const values = { text: ' <text>', number: ' <number>', list: ' <text>', switch: '' } as const;
const optionRow = ({ field, type, help }: CoverageOption): readonly string[] => [
  `  --${flagName(field)}${values[type]}`,
  help,
];

/** The help of a verb of `recourse coverage`. */
export const coverageHelp = (
  verb: CoverageVerb,
): string => `Usage: recourse coverage ${verb.tool} [--root <folder>] [--json] [options]

${verb.about}

${alignColumns([
  ['  --root <folder>', 'the project (default: the working directory)'],
  ['  --json', 'print the response of the server as JSON'],
  ...verb.options.map(optionRow),
]).join('\n')}

${exitHelp('coverage')}

Examples:
${verb.examples.map((example) => `  ${example}`).join('\n')}`;
