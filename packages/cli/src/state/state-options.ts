import { UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';

/** The options of every command on the state of servers. */
export const stateOptions = {
  config: { type: 'string' },
  store: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

export interface StateChoice {
  readonly config?: string | undefined;
  readonly store?: string | undefined;
}

/** Parses the arguments of a command that takes options only. */
export const parseOptions = <const Declared extends Parameters<typeof parseArguments>[1]>(
  commandArguments: readonly string[],
  options: Declared,
): ReturnType<typeof parseArguments<Declared>>['values'] => {
  const { values, positionals } = parseArguments(commandArguments, options);
  if (positionals.length > 0) throw new UsageError(`Unexpected '${positionals.join(' ')}'.`);
  return values;
};

/** The only argument of a command; `what` names it in errors. */
export const onlyName = (positionals: readonly string[], what: string): string => {
  const [name] = positionals;
  if (name === undefined || name === '') throw new UsageError(`Specify a ${what}.`);
  if (positionals.length > 1) throw new UsageError(`Specify one ${what}, not ${positionals.length}.`);
  return name;
};
