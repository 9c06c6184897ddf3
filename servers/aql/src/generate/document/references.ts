import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';

/** The object itself, or what its `$ref` points at, however many steps away; an empty object where that is nothing. */
export type Follow = (value: Json | undefined) => JsonObject;

const maximumSteps = 20;

/** Follows references inside of one document, each when it is asked for: what nobody asks for may be as circular as it likes. */
export const createFollow = (document: JsonObject): Follow => {
  const follow = (value: Json | undefined, steps: number): JsonObject => {
    if (!isJsonObject(value)) return {};
    const reference = value['$ref'];
    if (typeof reference !== 'string') return value;
    if (steps === 0) return {};
    const { $ref: _reference, ...beside } = value;
    const target = follow(valueAt(document, reference), steps - 1);
    return Object.keys(beside).length === 0 ? target : { ...target, ...beside };
  };
  return (value) => follow(value, maximumSteps);
};

/** The last name in a reference: `Pet` of `#/components/schemas/Pet`. */
export const referenceName = (value: Json | undefined): string | undefined => {
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  return typeof reference === 'string' ? tokensOf(reference).at(-1) : undefined;
};

/** Whether there is something at the other end of a reference. */
export const pointsSomewhere = (document: JsonObject, reference: string): boolean =>
  valueAt(document, reference) !== undefined;

const valueAt = (document: JsonObject, reference: string): Json | undefined => {
  let value: Json | undefined = document;
  for (const token of tokensOf(reference)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    value = (value as JsonObject)[token];
  }
  return value;
};

const tokensOf = (reference: string): readonly string[] => {
  const pointer = reference.replace(/^#\/?/, '');
  if (pointer === '') return [];
  return pointer.split('/').map((token) => decode(token).replaceAll('~1', '/').replaceAll('~0', '~'));
};

const decode = (token: string): string => {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
};
