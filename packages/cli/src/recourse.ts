import { exitCodes, InputError, UsageError } from './command.ts';
import type { Command, ExitCode, Io } from './command.ts';
import { commands } from './commands/index.ts';
import { alignColumns } from './terminal/align-columns.ts';
import { didYouMean, orList } from './terminal/did-you-mean.ts';
import { version } from './version.ts';

/** Runs `recourse` with its arguments; whatever goes wrong ends in one clear line and an exit code. */
export const runRecourse = async (given: readonly string[], io: Io): Promise<ExitCode> => {
  try {
    return await dispatch(given, io);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    io.err(`recourse: ${message}`);
    if (error instanceof UsageError) io.err(`Run 'recourse ${helpFor(given)}' to see how it is called.`);
    else if (!(error instanceof InputError)) io.err('This is a fault of recourse itself; please report it.');
    return exitCodes.usage;
  }
};

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
  if (!command) throw new UsageError(unknownCommand(first));
  const rest = given.slice(command.name.split(' ').length);
  const untilSeparator = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (untilSeparator.some((argument) => argument === '--help' || argument === '-h')) return print(command.help, io);
  return command.run(rest, io);
};

const help = (named: readonly string[], io: Io): ExitCode => {
  if (named.length === 0) return print(overview(), io);
  const command = findCommand(named);
  const [first = ''] = named;
  if (!command && groupOf(first).length > 0) return printGroup(first, [...named.slice(1), '--help'], io);
  if (!command || command.name !== named.join(' ')) throw new UsageError(unknownCommand(named.join(' ')));
  return print(command.help, io);
};

/** The command that the arguments start with; of `codes` and `codes check`, the longer that fits. */
const findCommand = (given: readonly string[]): Command | undefined => {
  const byName = (name: string): Command | undefined => commands.find((command) => command.name === name);
  return byName(given.slice(0, 2).join(' ')) ?? byName(given[0] ?? '');
};

/** The commands below a word that is none itself: those of `approvals`. */
const groupOf = (word: string): readonly Command[] => commands.filter(({ name }) => name.startsWith(`${word} `));

/** Shows what there is below such a word, or which of it was meant. */
const printGroup = (word: string, rest: readonly string[], io: Io): ExitCode => {
  const group = groupOf(word);
  const [verb = '--help'] = rest;
  const names = group.map(({ name }) => name);
  if (!/^(?:--help|-h)$/.test(verb)) {
    const meant = didYouMean(`${word} ${verb}`, names) || ` Use ${orList(names)}.`;
    throw new UsageError(`There is no '${word} ${verb}'.${meant}`);
  }
  const rows = group.map(({ name, summary }) => [`  recourse ${name}`, summary]);
  const text = `Usage:\n${alignColumns(rows).join('\n')}\n\n'recourse help ${names[0] ?? ''}' says more about one.`;
  if (rest.length > 0) return print(text, io);
  io.err(text);
  return exitCodes.usage;
};

const unknownCommand = (name: string): string =>
  `There is no command '${name}'.${didYouMean(name, [...commands.map((command) => command.name), 'help'])}`;

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

const overview = (): string => {
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary]);
  return `recourse ${version()}: error codes that say what to do next

Usage: recourse <command> [arguments]

Commands:
${alignColumns(rows).join('\n')}

  recourse help <command>   how a command is called, with examples
  recourse --version        the version

Exit codes: 0 clean, 1 findings, 2 wrong call. With --json, stdout holds one
JSON document and nothing else.`;
};
