import { z } from 'zod';

/** The precisions that zod's times have: none, minutes, and up to nine digits of a second. */
const precisions = [undefined, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const flags = [false, true];

let known: ReadonlySet<string> | undefined;

/** True for a pattern of one of zod's own formats. They are written for the native engine, some with lookahead. */
export const isZodPattern = (source: string): boolean => (known ??= new Set(sources())).has(source);

const sources = (): readonly string[] => {
  const { regexes } = z;
  const fixed = Object.values(regexes).flatMap((pattern) => (pattern instanceof RegExp ? [pattern.source] : []));
  const timed = precisions.flatMap((precision) => [
    regexes.time({ precision: precision ?? null }).source,
    ...flags.flatMap((offset) =>
      flags.map((local) => regexes.datetime({ precision: precision ?? null, offset, local }).source),
    ),
  ]);
  return [...fixed, regexes.emoji().source, regexes.mac().source, ...timed];
};
