import type { JsonObject } from '@recourse/contract';
import { UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { flagName } from './options.ts';
import type { CoverageVerb } from './options.ts';

export interface CoverageCall {
  readonly root: string | undefined;
  readonly json: boolean;
  readonly arguments: JsonObject;
}

/** The words of a command line as the arguments of a tool. The tool itself judges them. */
export const readCoverageArguments = (verb: CoverageVerb, words: readonly string[]): CoverageCall => {
  const declared: Record<string, { type: 'boolean' | 'string'; multiple?: boolean }> = {};
  for (const { field, type } of verb.options) {
    const name = flagName(field);
    if (type === 'switch') {
      declared[name] = { type: 'boolean' };
      declared[`no-${name}`] = { type: 'boolean' };
    } else declared[name] = { type: 'string', multiple: type === 'list' };
  }
  const { values, positionals } = parseArguments(words, {
    ...declared,
    root: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (positionals.length > 0)
    throw new UsageError(`Unexpected '${positionals[0] ?? ''}': coverage ${verb.tool} accepts only options.`);
  const given = values as Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  const args: Record<string, string | number | boolean | string[]> = {};
  for (const { field, type } of verb.options) {
    const value = given[flagName(field)];
    if (type === 'switch' && given[`no-${flagName(field)}`] === true) args[field] = false;
    else if (type === 'number' && typeof value === 'string') args[field] = readNumber(field, value);
    else if (Array.isArray(value)) args[field] = [...(value as readonly string[])];
    else if (typeof value === 'string' || typeof value === 'boolean') args[field] = value;
  }
  const { root, json } = given;
  return { root: typeof root === 'string' ? root : undefined, json: json === true, arguments: args };
};

const readNumber = (field: string, value: string): number => {
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  throw new UsageError(`--${flagName(field)} must be a number, not '${value}'.`);
};
