import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';

/** Which members stay: as a whole, or with what is selected below them. */
type Selection = ReadonlyMap<string, 'whole' | Selection>;

/** Keeps the fields that dot paths name, in an object or in each item of a list. Missing fields are left out. */
export const selectFields = (data: Json, paths: readonly string[]): Json =>
  keep(data, selectionOf(paths.map((path) => path.split('.'))));

const selectionOf = (paths: readonly (readonly string[])[]): Selection => {
  const below = new Map<string, (readonly string[])[]>();
  for (const [name = '', ...rest] of paths) below.set(name, [...(below.get(name) ?? []), rest]);
  return new Map(
    [...below].map(([name, rests]) => [name, rests.some(({ length }) => length === 0) ? 'whole' : selectionOf(rests)]),
  );
};

const keep = (value: Json, selection: Selection): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => keep(item, selection));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, member]): readonly (readonly [string, Json])[] => {
    const wanted = selection.get(name);
    if (wanted === undefined || member === undefined) return [];
    return [[name, wanted === 'whole' ? member : keep(member, wanted)]];
  });
  return Object.fromEntries(kept);
};
