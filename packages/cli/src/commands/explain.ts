import { dialectNames } from '@recourse/contract/dialects';
import type { DialectName } from '@recourse/contract/dialects';
import { locales } from '@recourse/contract/localisation';
import { UsageError } from '../command.ts';
import type { Command } from '../command.ts';
import { explainCode } from '../explain/explain-code.ts';
import { explainNumber } from '../explain/explain-number.ts';
import { parseArguments } from '../parse-arguments.ts';
import { didYouMean, orList } from '../terminal/did-you-mean.ts';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'what a code means and what to do about it',
  help: `Usage: recourse explain CODE [--dialect D] [--locale L] [--json]

Says what a code means, how to recover from it, what its details hold, and how
it looks on the wire. CODE is a code in any case, with or without its namespace
(github:NOT_FOUND), or a number of the jsonrpc dialect (-32005). Codes that the
package here declares are known too; see 'recourse help codes check'.

  --dialect D   ${dialectNames.slice(0, 4).join(', ')},
                ${dialectNames.slice(4).join(', ')} (default: recourse)
  --locale L    the language of the sentences: ${locales.join(', ')}
  --json        only the example, as it is on the wire

Exit code: 1 where there is no such code; the nearest ones are named.

Examples:
  recourse explain RATE_LIMIT_EXCEEDED
  recourse explain not_found_resource --dialect stagewright --json
  recourse explain -32005`,
  run: async (commandArguments, io) => {
    // A negative number would be read as options.
    const isNumber = (argument: string): boolean => /^-\d+$/.test(argument);
    const { values, positionals } = parseArguments(
      commandArguments.filter((argument) => !isNumber(argument)),
      {
        dialect: { type: 'string', default: 'recourse' },
        locale: { type: 'string', default: 'en' },
        json: { type: 'boolean', default: false },
      },
    );
    const wanted = [...commandArguments.filter(isNumber), ...positionals];
    const [code] = wanted;
    if (code === undefined) throw new UsageError('Which code? Name one, as in: recourse explain NOT_FOUND_RESOURCE');
    if (wanted.length > 1) throw new UsageError(`One code at a time; ${wanted.length} were given.`);
    const dialect = dialectNamed(values.dialect);
    return isNumber(code)
      ? explainNumber(Number(code), values.json, io)
      : explainCode(code, { dialect, locale: values.locale, json: values.json }, io);
  },
};

const dialectNamed = (name: string): DialectName => {
  const known = dialectNames.find((candidate) => candidate === name);
  if (known) return known;
  throw new UsageError(
    `There is no dialect '${name}'.${didYouMean(name, dialectNames) || ` Use ${orList(dialectNames)}.`}`,
  );
};
