import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { pointsSomewhere } from './references.ts';

const schemas = '#/components/schemas/';

/** A reference that leads to nothing, and where it stands. */
export interface LostReference {
  readonly at: readonly string[];
  readonly reference: string;
}

/**
 * A copy of the document in which references to named schemas are schemas that say nothing. Each named schema still
 * stands in its own place, so nothing goes unchecked, and the parser has no ladder or circle of schemas to walk.
 */
export const cutReferences = (
  document: JsonObject,
): { readonly cut: JsonObject; readonly lost: readonly LostReference[] } => {
  const lost: LostReference[] = [];
  const path: string[] = [];
  const copy = (value: Json | undefined): Json | undefined => {
    if (Array.isArray(value))
      return (value as readonly Json[]).map((item, index) => below(String(index), item) ?? null);
    if (!isJsonObject(value)) return value;
    const reference = value['$ref'];
    if (typeof reference === 'string' && reference.startsWith(schemas)) {
      if (!pointsSomewhere(document, reference)) lost.push({ at: [...path], reference });
      return {};
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, below(key, member)]));
  };
  const below = (key: string, value: Json | undefined): Json | undefined => {
    path.push(key);
    const copied = copy(value);
    path.pop();
    return copied;
  };
  return { cut: copy(document) as JsonObject, lost };
};
