import { UsageError } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';

/** What every command about the state of servers understands. */
export const stateOptions = {
  config: { type: 'string' },
  store: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** The lines of its help. */
export const stateHelp = `  --config FILE   another file than recourse.config.json
  --store PLACE   a SQLite file or postgres://… instead of the configured store`;

export interface StateChoice {
  readonly config?: string | undefined;
  readonly store?: string | undefined;
}

/** The arguments of a command that takes options alone. */
export const parseOptions = <const Declared extends Parameters<typeof parseArguments>[1]>(
  commandArguments: readonly string[],
  options: Declared,
): ReturnType<typeof parseArguments<Declared>>['values'] => {
  const { values, positionals } = parseArguments(commandArguments, options);
  if (positionals.length > 0) throw new UsageError(`'${positionals.join(' ')}' is more than this command takes.`);
  return values;
};

/** The one name that a command takes; `what` says in an error what it should be. */
export const onlyName = (positionals: readonly string[], what: string): string => {
  const [name] = positionals;
  if (name === undefined || name === '') throw new UsageError(`Which ${what}? Name one.`);
  if (positionals.length > 1) throw new UsageError(`One ${what} at a time; ${positionals.length} were given.`);
  return name;
};
