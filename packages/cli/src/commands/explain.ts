import { dialectNames } from '@recourse/contract/dialects';
import type { DialectName } from '@recourse/contract/dialects';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { explainCode } from '../explain/explain-code.ts';
import { explainNumber } from '../explain/explain-number.ts';
import { parseArguments } from '../parse-arguments.ts';
import { didYouMean, orList } from '../terminal/did-you-mean.ts';

/** Runs `recourse explain`. */
export const run: Run = async (commandArguments, io) => {
  // parseArgs would read a negative number as options.
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
  if (code === undefined) throw new UsageError('Specify a code, as in: recourse explain NOT_FOUND_RESOURCE');
  if (wanted.length > 1) throw new UsageError(`Specify one code, not ${wanted.length}.`);
  const dialect = dialectNamed(values.dialect);
  return isNumber(code)
    ? explainNumber(Number(code), values.json, io)
    : explainCode(code, { dialect, locale: values.locale, json: values.json }, io);
};

const dialectNamed = (name: string): DialectName => {
  const known = dialectNames.find((candidate) => candidate === name);
  if (known) return known;
  throw new UsageError(
    `There is no dialect '${name}'.${didYouMean(name, dialectNames) || ` Use ${orList(dialectNames)}.`}`,
  );
};
