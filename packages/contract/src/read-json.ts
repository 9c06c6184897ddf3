import type { Json } from './json.ts';
import { JsonReader } from './json-reader.ts';
import type { JsonLimits, NotJson } from './json-reader.ts';

export type { NotJson } from './json-reader.ts';

/** A copy of a value as plain JSON, and the maximum number of bytes of its text. */
export type ReadJson =
  | { readonly ok: true; readonly value: Json; readonly mostBytes: number }
  | { readonly ok: false; readonly problem: NotJson };

/**
 * Copies a value that untyped code produced into plain JSON. It reads every field once, never throws, and stops at the
 * limits. Later changes of the original do not reach the copy.
 *
 * Taken over: strings, finite numbers, booleans, null, lists, and the own enumerable fields of objects, class instances
 * included. Changed: a field that is undefined is left out, -0 becomes 0, half of a surrogate pair becomes U+FFFD, and
 * an object with a `toJSON` method (a Date, a URL) becomes what that method returns. A field named `__proto__` is
 * copied as data.
 *
 * Refused, because JSON would drop or change it silently: bigint, symbol, function, NaN, Infinity, undefined and gaps
 * in lists, half of a surrogate pair in a field name, objects that contain themselves, Map, Set, Error, bytes, boxed
 * primitives, any other class instance without fields (a Promise, a RegExp), and everything that throws when it is
 * read.
 */
export const readJson = (value: unknown, limits: Partial<JsonLimits> = {}): ReadJson => {
  const reader = new JsonReader(limits);
  try {
    return { ok: true, value: reader.read(value), mostBytes: reader.mostBytes };
  } catch (thrown) {
    return { ok: false, problem: reader.problemOf(thrown) };
  }
};
