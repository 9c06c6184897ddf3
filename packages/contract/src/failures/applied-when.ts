import { isJsonObject } from '../json.ts';
import type { AppliedWhen } from './failure.ts';

/** Whether the value at the pointer (RFC 6901) equals the expected one. A pointer to a missing value never does. */
export const isApplied = (value: unknown, { pointer, equals }: AppliedWhen): boolean => {
  const found = pointTo(value, pointer);
  return found !== undefined && isSameJson(found, equals);
};

const pointTo = (value: unknown, pointer: string): unknown => {
  if (pointer === '') return value;
  if (!pointer.startsWith('/')) return undefined;
  let current = value;
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    // Own properties only: no name can reach a prototype.
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    if (Array.isArray(current) && !/^(?:0|[1-9]\d*)$/.test(name)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[name];
  }
  return current;
};

const isSameJson = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, index) => isSameJson(item, other[index]))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  );
};
