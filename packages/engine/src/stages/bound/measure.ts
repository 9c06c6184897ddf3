import type { Json, JsonObject } from '@recourse/contract';
import type { LimitSettings } from '../../settings/settings.ts';

/** What breaks a bound, and where; `path` is the field as a caller would name it. */
export type Breach =
  | {
      readonly kind: 'size';
      readonly path: string;
      readonly limit_type: 'request_size' | 'response_size' | 'string_length' | 'array_elements' | 'nesting_depth';
      readonly limit_value: number;
      readonly actual_value: number;
      readonly unit: 'bytes' | 'elements' | 'levels';
    }
  | { readonly kind: 'encoding'; readonly path: string; readonly byte_offset: number }
  | { readonly kind: 'value'; readonly path: string; readonly rule: string };

/** Names that reach an object's prototype when a careless program copies them. */
const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * Looks through a value once, without recursion deeper than the limit, and stops at the first breach. The size is
 * that of its JSON text, to the byte; it is written out for that only where it is near the limit.
 */
export const findBreach = (
  root: unknown,
  limits: LimitSettings,
  size: { readonly type: 'request_size' | 'response_size'; readonly limit: number },
): Breach | undefined => {
  /** What its JSON takes at least, and how much more that can be: escapes, characters of several bytes, digits. */
  let bytes = 0;
  let doubt = 0;
  const overSize = (path: string, measured = bytes): Breach | undefined =>
    measured > size.limit
      ? { kind: 'size', path, limit_type: size.type, limit_value: size.limit, actual_value: measured, unit: 'bytes' }
      : undefined;
  /** What is a little too large is measured to its end, so that it can be said how large it is. */
  const farOverSize = (path: string): Breach | undefined => (bytes > size.limit * 4 ? overSize(path) : undefined);

  const visitText = (text: string, path: string): Breach | undefined => {
    const length = byteLength(text);
    bytes += length + 2;
    doubt += length * 5;
    if (length > limits.stringBytes) {
      return {
        kind: 'size',
        path,
        limit_type: 'string_length',
        limit_value: limits.stringBytes,
        actual_value: length,
        unit: 'bytes',
      };
    }
    const broken = text.search(loneSurrogate);
    if (broken === -1) return farOverSize(path);
    return { kind: 'encoding', path, byte_offset: Buffer.byteLength(text.slice(0, broken)) };
  };

  const visit = (value: unknown, path: string, depth: number): Breach | undefined => {
    if (typeof value === 'string') return visitText(value, path);
    if (typeof value === 'number') {
      bytes += 1;
      doubt += longestNumber - 1;
      return Number.isFinite(value) ? farOverSize(path) : { kind: 'value', path, rule: 'JSON has no such number' };
    }
    if (value === null || typeof value === 'boolean') {
      bytes += value === false ? 5 : 4;
      return farOverSize(path);
    }
    if (typeof value !== 'object') return { kind: 'value', path, rule: 'JSON has no such value' };
    if (depth >= limits.depth) {
      return {
        kind: 'size',
        path,
        limit_type: 'nesting_depth',
        limit_value: limits.depth,
        actual_value: depth + 1,
        unit: 'levels',
      };
    }
    return Array.isArray(value) ? visitArray(value, path, depth) : visitObject(value as JsonObject, path, depth);
  };

  const visitArray = (items: readonly Json[], path: string, depth: number): Breach | undefined => {
    if (items.length > limits.arrayItems) {
      return {
        kind: 'size',
        path,
        limit_type: 'array_elements',
        limit_value: limits.arrayItems,
        actual_value: items.length,
        unit: 'elements',
      };
    }
    bytes += items.length === 0 ? 2 : items.length + 1;
    for (const [index, item] of items.entries()) {
      const breach = visit(item, `${path}[${index}]`, depth + 1);
      if (breach) return breach;
    }
    return farOverSize(path);
  };

  const visitObject = (fields: JsonObject, path: string, depth: number): Breach | undefined => {
    let members = 0;
    for (const key of Object.keys(fields)) {
      const inner = path === '' ? key : `${path}.${key}`;
      if (prototypeNames.has(key)) return { kind: 'value', path: inner.slice(0, 200), rule: 'the name is reserved' };
      const value = fields[key];
      if (value === undefined) continue;
      // Its colon, and its comma or the first brace.
      bytes += 2;
      members += 1;
      const breach = visitText(key, inner.slice(0, 200)) ?? visit(value, inner, depth + 1);
      if (breach) return breach;
    }
    bytes += members === 0 ? 2 : 1;
    return farOverSize(path);
  };

  const breach = visit(root, '', 0);
  if (breach || bytes + doubt <= size.limit) return breach;
  return overSize('', Buffer.byteLength(JSON.stringify(root)));
};

/** `-1.2345678901234567e-123` */
const longestNumber = 24;

/** UTF-8 bytes of a text, counted only where they can matter. */
const byteLength = (text: string): number => (text.length < 512 ? text.length : Buffer.byteLength(text));
