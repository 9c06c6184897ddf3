import { parseArgs } from 'node:util';
import { findChoice, languages, nameProblem, transports } from './choices.ts';
import type { Choices } from './choices.ts';

/** An error that the person at the terminal can correct. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

export interface Given extends Partial<Choices> {
  /** Takes the default for every answer that was not given. */
  readonly yes: boolean;
  readonly help: boolean;
}

/** Reads the command line. Throws an InputError for anything that it does not know. */
export const readArguments = (commandLine: readonly string[]): Given => {
  const { values, positionals } = parse(commandLine);
  const [folder, ...more] = positionals;
  if (more.length > 0) throw new InputError(`Pass only one name, got ${positionals.length}: ${positionals.join(' ')}`);
  if (folder !== undefined && values.name !== undefined && folder !== values.name) {
    throw new InputError(`Pass only one name, got '${folder}' and --name '${values.name}'.`);
  }
  const name = values.name ?? folder;
  const problem = name === undefined ? undefined : nameProblem(name);
  if (problem !== undefined) throw new InputError(problem);
  const language = pick('--language', values.language, languages);
  const transport = pick('--transport', values.transport, transports);
  return {
    yes: values.yes,
    help: values.help,
    ...(name !== undefined && { name }),
    ...(language && { language }),
    ...(transport && { transport }),
  };
};

const parse = (commandLine: readonly string[]) => {
  try {
    return parseArgs({
      args: [...commandLine],
      options: {
        name: { type: 'string' },
        language: { type: 'string' },
        transport: { type: 'string' },
        yes: { type: 'boolean', short: 'y', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    const [problem = ''] = (error as Error).message.split(/\. To specify|\.?\n/u);
    throw new InputError(`${problem}.`, { cause: error });
  }
};

const pick = <Value extends string>(
  option: string,
  given: string | undefined,
  known: readonly Value[],
): Value | undefined => {
  if (given === undefined) return undefined;
  const found = findChoice(given, known);
  if (!found) throw new InputError(`${option} must be one of ${known.join(', ')}, got ${JSON.stringify(given)}.`);
  return found;
};
