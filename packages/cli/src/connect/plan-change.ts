import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';
import type { ClientEntry } from './clients/client.ts';
import { entriesIn, isAskedFor, withEntry, withoutEntry } from './file/client-file.ts';
import type { ClientFile } from './file/client-file.ts';

/** The change to make to a client's file. */
export type Change =
  | { readonly kind: 'add' | 'replace' | 'remove'; readonly after: string }
  /** There is nothing to do. */
  | { readonly kind: 'same' | 'absent' }
  /** The file has another entry under this name; `fields` says where they differ. */
  | { readonly kind: 'other'; readonly fields: readonly string[] };

export interface Wish {
  readonly name: string;
  /** Nothing, where the entry is to go. */
  readonly entry: ClientEntry | undefined;
  /** Whether another entry of the name may be replaced. */
  readonly force: boolean;
}

export const planChange = (given: ClientFile, { name, entry, force }: Wish): Change => {
  const entries = entriesIn(given);
  const present = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (!entry) return present === undefined ? { kind: 'absent' } : { kind: 'remove', after: withoutEntry(given, name) };
  if (present === undefined) return { kind: 'add', after: withEntry(given, name, entry) };
  const isEqual = isDeepStrictEqual(present, entry.value);
  if (isEqual && isAskedFor(given, entry)) return { kind: 'same' };
  return isEqual || force
    ? { kind: 'replace', after: withEntry(given, name, entry) }
    : { kind: 'other', fields: differences(present, entry.value) };
};

/** The names of what differs. Their values may be secrets. */
const differences = (one: Json, other: Json): readonly string[] => {
  if (!isJsonObject(one) || !isJsonObject(other)) return [];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (key) => !isDeepStrictEqual(one[key], other[key]),
  );
};
