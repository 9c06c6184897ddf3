import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { UsageError } from './errors/operator-error.ts';
import { didYouMean } from './terminal/did-you-mean.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Splits the arguments of a command into options and the rest; throws a UsageError for anything undeclared. */
export const parseArguments = <const Declared extends Options>(
  commandArguments: readonly string[],
  options: Declared,
): ReturnType<typeof parseArgs<{ options: Declared; allowPositionals: true; strict: true }>> => {
  try {
    return parseArgs({ args: [...commandArguments], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(explain(error, Object.keys(options)), { cause: error });
  }
};

/** Node's message without its advice about positional arguments, with the nearest option. */
const explain = (error: unknown, names: readonly string[]): string => {
  const message = error instanceof Error ? error.message : String(error);
  const unclear = /^Option '([^']+)' argument is ambiguous/.exec(message)?.[1];
  if (unclear !== undefined) return `${unclear} needs a value; if it begins with a hyphen, write ${unclear}=-x.`;
  const unknown = /^Unknown option '(--?[^']+)'/.exec(message)?.[1];
  if (unknown === undefined) return message.replace(/\n[\s\S]*$/, '');
  return `Unknown option '${unknown}'.${didYouMean(
    unknown,
    names.map((name) => `--${name}`),
  )}`;
};
