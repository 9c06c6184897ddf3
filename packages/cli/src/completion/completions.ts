import type { Command } from '../command.ts';
import { clients } from '../connect/clients/index.ts';
import { knownServers } from '../serving/servers.ts';

/** A word that can follow, with what it means. */
export interface Choice {
  readonly word: string;
  readonly about: string;
}

/** The choices by the words before them: none, the first word of a command, or a whole command. */
export type Completions = ReadonlyMap<string, readonly Choice[]>;

/** The shells that completions are written for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Reads the commands and, from the help of each, its options. */
export const readCompletions = async (commands: readonly Command[]): Promise<Completions> => {
  const found = new Map<string, readonly Choice[]>();
  const add = (path: string, choices: readonly Choice[]): void => {
    found.set(path, [...(found.get(path) ?? []), ...choices]);
  };
  const firstWords = new Map<string, string>();
  for (const { name, summary } of commands) {
    const [first = '', second] = name.split(' ');
    if (second === undefined) firstWords.set(first, summary);
    else {
      add(first, [{ word: second, about: summary }]);
      if (!firstWords.has(first)) firstWords.set(first, `commands for ${first}`);
    }
  }
  add('', [
    ...[...firstWords].map(([word, about]) => ({ word, about })),
    { word: 'help', about: 'usage and examples of one command' },
  ]);
  add(
    'help',
    [...firstWords].map(([word, about]) => ({ word, about })),
  );
  for (const command of commands) {
    const { help } = await command.help();
    add(command.name, [...(ownChoices[command.name] ?? []), ...optionsIn(help)]);
  }
  return found;
};

const servers: readonly Choice[] = knownServers.map(({ name, summary }) => ({ word: name, about: summary }));

/** The words that a command takes besides its options. */
const ownChoices: Readonly<Record<string, readonly Choice[]>> = {
  serve: servers,
  call: servers,
  connect: clients.map(({ name }) => ({ word: name, about: 'an MCP client' })),
  completion: shells.map((word) => ({ word, about: 'a shell' })),
};

/** The options that a help text lists, each with the beginning of its description. */
const optionsIn = (help: string): readonly Choice[] => {
  const rows = help.matchAll(/^ {2}(--[a-z][a-z-]*)(.*)$/gmu);
  const options = new Map([...rows].map(([, word = '', rest = '']) => [word, /(?<= {2})\S.*$/u.exec(rest)?.[0] ?? '']));
  options.set('--help', 'show the usage');
  return [...options].map(([word, about]) => ({ word, about }));
};
