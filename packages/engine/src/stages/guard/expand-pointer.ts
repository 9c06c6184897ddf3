import type { Json, JsonObject } from '@recourse/contract';

/** A value of a call and its position. */
export interface Spot {
  /** JSON Pointer (RFC 6901) with no `*` left in it. */
  readonly pointer: string;
  readonly value: Json;
}

/** Finds every value of the arguments that matches a pointer with `*`. Missing values are not guarded. */
export const expandPointer = (pointer: string, args: JsonObject): readonly Spot[] =>
  pointer
    .split('/')
    .slice(1)
    .reduce<readonly Spot[]>(
      (spots, segment) => spots.flatMap((spot) => step(spot, segment)),
      [{ pointer: '', value: args }],
    );

const step = ({ pointer, value }: Spot, segment: string): readonly Spot[] => {
  if (segment === '*') {
    return entriesOf(value).map(([key, item]) => ({ pointer: `${pointer}/${escape(key)}`, value: item }));
  }
  const key = unescape(segment);
  const [, item] = entriesOf(value).find(([name]) => name === key) ?? [];
  return item === undefined ? [] : [{ pointer: `${pointer}/${segment}`, value: item }];
};

const entriesOf = (value: Json): readonly (readonly [string, Json])[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: readonly [string, Json | undefined]) =>
    item === undefined ? [] : [[key, item] as const],
  );
};

const escape = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescape = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');
