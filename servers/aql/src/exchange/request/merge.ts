import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';

/** A change applied to what is there: objects merge, lists and single values are replaced, null removes, the rest stays. */
export const merge = (current: JsonObject, change: JsonObject): JsonObject => {
  const merged = new Map<string, Json>();
  for (const [key, value] of Object.entries(current)) if (value !== undefined) merged.set(key, value);
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue;
    if (value === null) merged.delete(key);
    else merged.set(key, mergeValue(merged.get(key), value));
  }
  return Object.fromEntries(merged);
};

/** An object without the members at these paths, which do not lead into lists. */
export const without = (value: JsonObject, paths: readonly string[]): JsonObject => {
  if (paths.length === 0) return value;
  const gone = new Set(paths);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (gone.has(key)) return [];
      const inside = paths.filter((path) => path.startsWith(`${key}.`)).map((path) => path.slice(key.length + 1));
      return [[key, isJsonObject(member) ? without(member, inside) : member]];
    }),
  );
};

const mergeValue = (current: Json | undefined, value: Json): Json =>
  isJsonObject(value) ? merge(isJsonObject(current) ? current : {}, value) : value;
