import type { CitedSentence } from '../artifacts.ts';
import { isPhraseName, say } from '../claims/phrases.ts';
import type { PhraseName } from '../claims/phrases.ts';
import type { Grounds } from './grounds.ts';
import { readSentences } from '../markdown/read-sentences.ts';

type Phrase = NonNullable<CitedSentence['phrase']>;

const template = 'template:';

/** Whether a named phrase, or a sentence of a named template, reads exactly like a sentence with its values. */
export const isBoilerplate = (
  text: string,
  { name, values }: Phrase,
  { templates, known }: Pick<Grounds, 'templates' | 'known'>,
): boolean => {
  if (isPhraseName(name))
    return (
      oneLine(say(name, values)) === text &&
      (hasOwnWords(name) || known.has(text) || areKnown(Object.values(values), known))
    );
  const key = name.startsWith(template) ? name.slice(template.length) : '';
  const source = Object.hasOwn(templates, key) ? templates[key] : undefined;
  if (source === undefined) return false;
  const filled = source.replaceAll(/__([A-Z][A-Z0-9_]*?)__/gu, (token, slot: string) =>
    Object.hasOwn(values, slot) ? (values[slot] ?? token) : token,
  );
  // A sentence that consists of one token says nothing of the template's own.
  const own = new Set(readSentences(source).map((sentence) => sentence.text));
  return readSentences(filled).some((sentence) => sentence.text === text) && !isOnlyToken(own, text, values);
};

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** Whether a phrase has words besides its values. */
const hasOwnWords = (name: PhraseName): boolean => /\p{L}/u.test(say(name, {}).replaceAll(/\{\w+\}/gu, ''));

/** A phrase without words of its own could say anything: its values must be names that the run knows. */
const areKnown = (values: readonly string[], known: ReadonlySet<string>): boolean =>
  values.every((value) => known.has(value) || value.split(', ').every((part) => known.has(part)));

const isOnlyToken = (own: ReadonlySet<string>, text: string, values: Phrase['values']): boolean =>
  Object.values(values).includes(text) && !own.has(text);
