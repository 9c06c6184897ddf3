import { isDeepStrictEqual } from 'node:util';
import type { AppliedWhen } from '@recourse/contract';

/** Whether the value where the pointer (RFC 6901) points is the expected one. What is not there is not. */
export const isApplied = (value: unknown, { pointer, equals }: AppliedWhen): boolean => {
  const found = pointTo(value, pointer);
  return found !== undefined && isDeepStrictEqual(found, equals);
};

const pointTo = (value: unknown, pointer: string): unknown => {
  if (pointer === '') return value;
  if (!pointer.startsWith('/')) return undefined;
  let current = value;
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    // Only what the answer itself holds: no name leads into a prototype.
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    if (Array.isArray(current) && !/^(?:0|[1-9]\d*)$/.test(name)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[name];
  }
  return current;
};
