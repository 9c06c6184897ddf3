import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { ignoresSiblings, pointsSomewhere } from './references.ts';

const schemas = '#/components/schemas/';

/** A reference without a target, and its position. */
export interface LostReference {
  readonly at: readonly string[];
  readonly reference: string;
}

/**
 * A copy of the document in which references to named schemas are empty schemas. Each named schema is still in its own
 * place, so everything is checked, and the parser follows no circles or chains of schemas. Of other references, OpenAPI
 * 3.0 ignores the keywords beside them, so they are left out.
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
    if (typeof reference === 'string' && ignoresSiblings(document)) return { $ref: reference };
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
