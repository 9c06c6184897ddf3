import { exitCodes } from './command.ts';
import type { Command, ExitCode, Io } from './command.ts';
import { allExitHelp } from './exit-help.ts';
import { commands } from './commands/index.ts';
import { describeBug, describeOperatorError, errorJson, errorText } from './errors/describe-error.ts';
import type { ErrorDescription } from './errors/describe-error.ts';
import { UsageError } from './errors/operator-error.ts';
import { toOperatorError } from './errors/to-operator-error.ts';
import { alignColumns } from './terminal/align-columns.ts';
import { version } from './version.ts';

/**
 * Runs `recourse` with its arguments. An error ends in a message with its code and a hint on stderr, with --json also
 * in a document on stdout, and in an exit status; it is never thrown.
 */
export const runRecourse = async (given: readonly string[], io: Io): Promise<ExitCode> => {
  try {
    return await dispatch(given, io);
  } catch (error) {
    const described = describe(error, given);
    if (beforeSeparator(given).includes('--json')) io.out(errorJson(described));
    io.err(errorText(described));
    return described.exit;
  }
};

const describe = (error: unknown, given: readonly string[]): ErrorDescription => {
  const known = toOperatorError(error, findCommand(given)?.listensWith);
  if (!known) return describeBug(error);
  const hint =
    known instanceof UsageError && !known.hasOwnHint
      ? `Run 'recourse ${helpFor(given)}' to see the usage.`
      : known.hint;
  return { ...describeOperatorError(known), hint };
};

/** Drops the arguments after `--`, which belong to another program. */
const beforeSeparator = (given: readonly string[]): readonly string[] =>
  given.includes('--') ? given.slice(0, given.indexOf('--')) : given;

const dispatch = async (given: readonly string[], io: Io): Promise<ExitCode> => {
  const [first] = given;
  if (first === undefined) {
    io.err(overview());
    return exitCodes.usage;
  }
  if (first === '--version' || first === '-v' || first === 'version') return print(version(), io);
  if (first === '--help' || first === '-h') return print(overview(), io);
  if (first === 'help') return help(given.slice(1), io);
  const command = findCommand(given);
  if (!command && groupOf(first).length > 0) return printGroup(first, given.slice(1), io);
  if (!command) throw await unknownCommand(first);
  const rest = given.slice(command.name.split(' ').length);
  if (beforeSeparator(rest).some((argument) => argument === '--help' || argument === '-h'))
    return printHelp(command, io);
  const { run } = await command.load();
  return run(rest, io);
};

const help = async (named: readonly string[], io: Io): Promise<ExitCode> => {
  if (named.length === 0) return print(overview(), io);
  const command = findCommand(named);
  const [first = ''] = named;
  if (!command && groupOf(first).length > 0) return printGroup(first, [...named.slice(1), '--help'], io);
  if (!command || command.name !== named.join(' ')) throw await unknownCommand(named.join(' '));
  return printHelp(command, io);
};

/** The command that the arguments start with; of `codes` and `codes check`, the longer that fits. */
const findCommand = (given: readonly string[]): Command | undefined => {
  const byName = (name: string): Command | undefined => commands.find((command) => command.name === name);
  return byName(given.slice(0, 2).join(' ')) ?? byName(given[0] ?? '');
};

/** The commands below a word that is not a command itself, such as `approvals`. */
const groupOf = (word: string): readonly Command[] => commands.filter(({ name }) => name.startsWith(`${word} `));

/** Lists the commands below such a word, or names the nearest one. */
const printGroup = async (word: string, rest: readonly string[], io: Io): Promise<ExitCode> => {
  const group = groupOf(word);
  const [verb = '--help'] = rest;
  const names = group.map(({ name }) => name);
  if (!/^(?:--help|-h)$/.test(verb)) {
    const { didYouMean, orList } = await import('./terminal/did-you-mean.ts');
    const meant = didYouMean(`${word} ${verb}`, names) || ` Use ${orList(names)}.`;
    throw new UsageError(`There is no command '${word} ${verb}'.${meant}`);
  }
  const text = `Usage: recourse ${word} <command> [arguments]

Commands:
${listed(group)}

'recourse help ${names[0] ?? ''}' shows the usage of one command.`;
  if (rest.length > 0) return print(text, io);
  io.err(text);
  return exitCodes.usage;
};

const unknownCommand = async (name: string): Promise<UsageError> => {
  const { didYouMean } = await import('./terminal/did-you-mean.ts');
  const names = [...commands.map((command) => command.name), 'help'];
  return new UsageError(`There is no command '${name}'.${didYouMean(name, names)}`);
};

const helpFor = (given: readonly string[]): string => {
  const command = findCommand(given);
  if (command) return `help ${command.name}`;
  const [first = ''] = given;
  return groupOf(first).length > 0 ? `help ${first}` : '--help';
};

const print = (text: string, io: Io): ExitCode => {
  io.out(text);
  return exitCodes.clean;
};

const printHelp = async (command: Command, io: Io): Promise<ExitCode> => print((await command.help()).help, io);

const listed = (some: readonly Command[]): string =>
  alignColumns(some.map(({ name, summary }) => [`  ${name}`, summary])).join('\n');

const overview = (): string => `recourse ${version()}: error codes that say what to do next

Usage: recourse <command> [arguments]

Commands:
${listed(commands)}

  recourse help <command>   usage and examples of one command
  recourse --version        the version

${allExitHelp()}

With --json, stdout contains only JSON: one document or, where a command shows
progress or events, one on each line.`;
