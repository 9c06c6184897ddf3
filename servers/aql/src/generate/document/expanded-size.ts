import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { Follow } from './references.ts';

/**
 * How many values the document has once every reference is replaced by what it points at. Few references that point at
 * each other in a ladder are a document without end for whoever walks it that way.
 */
export const expandedSize = (document: JsonObject, follow: Follow): number => {
  const sizes = new Map<object, number>();
  const measure = (value: Json | undefined): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    // What leads back to itself is not expanded.
    sizes.set(value, 1);
    const members: readonly (Json | undefined)[] = isJsonObject(value) ? Object.values(value) : value;
    let size = 1;
    for (const member of members) size += measure(member);
    if (isJsonObject(value) && typeof value['$ref'] === 'string') size += measure(follow(value));
    sizes.set(value, size);
    return size;
  };
  return measure(document);
};
