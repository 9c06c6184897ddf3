import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { Client, ClientEntry } from '../clients/client.ts';
import { appendAt, removeAt, setAt } from './edit.ts';
import { invalid, readSettings } from './read-settings.ts';

/** The text of a client's file, and whose it is. */
export interface ClientFile {
  readonly text: string;
  readonly file: string;
  readonly client: Pick<Client, 'section' | 'comments'>;
}

/** The entries of the file, by name. */
export const entriesIn = (given: ClientFile): JsonObject => sectionOf(given, settingsOf(given));

/** Whether the file asks for what the entry refers to. */
export const isAskedFor = (given: ClientFile, { input }: ClientEntry): boolean =>
  input === undefined || inputsOf(given, settingsOf(given)).some(({ id }) => id === input.id);

/** The text with the entry in it, new or in place of the one that was there. */
export const withEntry = (given: ClientFile, name: string, entry: ClientEntry): string => {
  const { value, input } = entry;
  const { section } = given.client;
  const before = settingsOf(given);
  const text = setAt(given.text, [section, name], value);
  const after = { ...before, [section]: { ...sectionOf(given, before), [name]: value } };
  if (input === undefined || isAskedFor(given, entry)) return held(given, text, after);
  return held(given, appendAt(text, 'inputs', input), { ...after, inputs: [...inputsOf(given, before), input] });
};

/** The text without the entry, and without the question whose answer only it wanted. */
export const withoutEntry = (given: ClientFile, name: string): string => {
  const { section } = given.client;
  const before = settingsOf(given);
  const { [name]: removed, ...entries } = sectionOf(given, before);
  const inputs = inputsOf(given, before);
  const index = inputs.findIndex(({ id }) => uses(removed, id) && !uses(entries, id));
  const text = removeAt(given.text, [section, name]);
  const after = { ...before, [section]: entries };
  return index === -1
    ? held(given, text, after)
    : held(given, removeAt(text, ['inputs', index]), { ...after, inputs: inputs.toSpliced(index, 1) });
};

const settingsOf = ({ text, file, client: { comments } }: ClientFile): JsonObject =>
  readSettings({ text, file, comments });

const sectionOf = ({ file, client: { section } }: ClientFile, settings: JsonObject): JsonObject => {
  const entries = settings[section] ?? {};
  if (isJsonObject(entries)) return entries;
  throw invalid(`'${section}' in ${file} is not an object.`);
};

const inputsOf = ({ file }: ClientFile, { inputs = [] }: JsonObject): readonly JsonObject[] => {
  if (Array.isArray(inputs) && inputs.every((input: Json) => isJsonObject(input))) return inputs;
  throw invalid(`'inputs' in ${file} is not a list of objects.`);
};

const uses = (entry: Json | undefined, id: Json | undefined): boolean =>
  typeof id === 'string' && JSON.stringify(entry ?? null).includes(`\${input:${id}}`);

/** An edited text that does not say exactly what was meant, and keep all else, is not written. */
const held = (given: ClientFile, text: string, meant: JsonObject): string => {
  if (isDeepStrictEqual(settingsOf({ ...given, text }), meant)) return text;
  throw invalid(`Changing ${given.file} would lose data; it may contain a duplicate key.`);
};
