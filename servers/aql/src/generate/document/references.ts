import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';

/** The object itself, or what its `$ref` points at, however many steps away; an empty object where that is nothing. */
export type Follow = (value: Json | undefined) => JsonObject;

const maximumSteps = 20;

/** Follows references inside one document on demand, so that circular ones do no harm. */
export const createFollow = (document: JsonObject): Follow => {
  const addBeside = ignoresSiblings(document) ? describe : narrow;
  /** The same object each time, so that circles are recognised. */
  const merged = new Map<object, JsonObject>();
  const follow = (value: Json | undefined, steps: number): JsonObject => {
    if (!isJsonObject(value)) return {};
    const reference = value['$ref'];
    if (typeof reference !== 'string') return value;
    const known = merged.get(value);
    if (known) return known;
    if (steps === 0) return {};
    const { $ref: _reference, ...beside } = value;
    const target = follow(valueAt(document, reference), steps - 1);
    if (Object.keys(beside).length === 0) return target;
    const both = addBeside(target, beside);
    merged.set(value, both);
    return both;
  };
  return (value) => follow(value, maximumSteps);
};

/** Whether a document ignores keywords next to a reference, as OpenAPI 3.0 does. In 3.1, a value has to fit both. */
export const ignoresSiblings = ({ openapi }: JsonObject): boolean => String(openapi).startsWith('3.0');

/** Keywords that only describe. */
const annotations: ReadonlySet<string> = new Set(['description', 'summary', 'title', 'example', 'examples']);

const describe = (target: JsonObject, beside: JsonObject): JsonObject => ({
  ...target,
  ...Object.fromEntries(Object.entries(beside).filter(([key]) => annotations.has(key))),
});

/** Keywords that both have become a part of `allOf`. */
const narrow = (target: JsonObject, beside: JsonObject): JsonObject => {
  const isShared = (key: string): boolean => !annotations.has(key) && Object.hasOwn(target, key);
  const shared = Object.entries(beside).filter(([key]) => isShared(key));
  if (shared.length === 0) return { ...target, ...beside };
  const { allOf } = target;
  return {
    ...target,
    ...Object.fromEntries(Object.entries(beside).filter(([key]) => !isShared(key))),
    allOf: [...(Array.isArray(allOf) ? (allOf as readonly Json[]) : []), Object.fromEntries(shared)],
  };
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
