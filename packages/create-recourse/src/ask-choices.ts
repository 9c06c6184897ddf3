import { defaults, findChoice, languages, nameProblem, transports } from './choices.ts';
import type { Choices } from './choices.ts';
import { InputError } from './read-arguments.ts';
import type { Given } from './read-arguments.ts';

/** Asks one question and resolves with the line that was typed; undefined at the end of the input. */
export type Ask = (question: string) => Promise<string | undefined>;

/** Completes the answers: by question with a terminal, by default with --yes. */
export const askChoices = async (given: Given, ask: Ask | undefined, say: (text: string) => void): Promise<Choices> => {
  const { name, language, transport } = given;
  if (given.yes) {
    return {
      name: name ?? defaults.name,
      language: language ?? defaults.language,
      transport: transport ?? defaults.transport,
    };
  }
  const question = async <Value>(text: string, read: (line: string) => Value | string): Promise<Value> => {
    if (!ask) {
      throw new InputError(
        'Questions need a terminal. Pass --name, --language and --transport, or --yes for the defaults.',
      );
    }
    for (;;) {
      const line = await ask(text);
      if (line === undefined) throw new InputError('Stopped. Nothing was written.');
      const answer = read(line.trim());
      if (typeof answer !== 'string') return answer;
      say(answer);
    }
  };
  const choose = <Value extends string>(text: string, known: readonly Value[], preset: Value) =>
    question(`${text} (${known.join(' or ')}) [${preset}]: `, (line) => {
      const found = line === '' ? preset : findChoice(line, known);
      return found ? { found } : `Answer ${known.join(' or ')}.`;
    });
  const asked = {
    name:
      name ??
      (
        await question(`Name [${defaults.name}]: `, (line) => {
          const found = line === '' ? defaults.name : line;
          return nameProblem(found) ?? { found };
        })
      ).found,
    language: language ?? (await choose('Language', languages, defaults.language)).found,
    transport: transport ?? (await choose('Transport', transports, defaults.transport)).found,
  };
  return asked;
};
