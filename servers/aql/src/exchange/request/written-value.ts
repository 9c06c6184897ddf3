import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';
import type { Parameter, ParameterStyle } from '../../adapter/adapter.ts';
import { encodeText, textOf } from './encode.ts';
import { invalidValue } from './refuse.ts';

/** The parts of a value before they are joined: its items, or its members with their names. */
export type Parts = readonly { readonly key?: string; readonly text: string }[];

/**
 * The parts of a value, as strings. Of an object only members that its schema declares are written: elsewhere the names
 * of members could become names of parameters that the file does not have.
 */
export const partsOf = ({ name, schema }: Pick<Parameter, 'name' | 'schema'>, value: Json): Parts => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => ({ text: textOf(name, item) }));
  const declared = schema['properties'];
  if (!isJsonObject(value) || !isJsonObject(declared)) return [{ text: textOf(name, value) }];
  return Object.entries(value).flatMap(([key, member]) => {
    if (member === undefined || !Object.hasOwn(declared, key)) return [];
    return [{ key, text: textOf(name, member) }];
  });
};

/** The separators of the parts of a value in one pair. */
const separators: Partial<Record<ParameterStyle, readonly [character: string, encoded: string]>> = {
  spaceDelimited: [' ', '%20'],
  pipeDelimited: ['|', '%7C'],
};

/** Refuses parts that contain the separator, as the API would read more parts than were sent. */
export const expectWithout = (separator: string, name: string, parts: Parts): void => {
  if (parts.some(({ key = '', text }) => key.includes(separator) || text.includes(separator))) {
    throw invalidValue(name, `its parts are separated by '${separator}', so no part can contain it`);
  }
};

/** Parts in one string: `a,b` for a list, `role,admin` for an object. */
export const joined = (name: string, parts: Parts, style: ParameterStyle): string => {
  const [character, separator] = separators[style] ?? [undefined, ','];
  if (character !== undefined) expectWithout(character, name, parts);
  const texts = parts.flatMap(({ key, text }) => (key === undefined ? [text] : [key, text]));
  return texts.map((text) => encodeText(name, text)).join(separator);
};
