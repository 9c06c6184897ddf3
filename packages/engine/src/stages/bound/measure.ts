import type { Json, JsonObject } from '@recourse/contract';
import type { LimitSettings } from '../../configuration/types.ts';

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
  | { readonly kind: 'encoding'; readonly path: string }
  | { readonly kind: 'value'; readonly path: string; readonly rule: string };

/** Names that reach an object's prototype when a careless program copies them. */
const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * Looks through a value once, without recursion deeper than the limit, and stops at the first breach. The size is
 * that of its JSON text, to within the escapes of its strings.
 */
export const findBreach = (
  root: unknown,
  limits: LimitSettings,
  size: { readonly type: 'request_size' | 'response_size'; readonly limit: number },
): Breach | undefined => {
  let bytes = 0;
  const overSize = (path: string): Breach | undefined =>
    bytes > size.limit
      ? { kind: 'size', path, limit_type: size.type, limit_value: size.limit, actual_value: bytes, unit: 'bytes' }
      : undefined;

  const visitText = (text: string, path: string): Breach | undefined => {
    const length = byteLength(text);
    bytes += length + 2;
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
    return loneSurrogate.test(text) ? { kind: 'encoding', path } : overSize(path);
  };

  const visit = (value: unknown, path: string, depth: number): Breach | undefined => {
    if (typeof value === 'string') return visitText(value, path);
    bytes += 4;
    if (typeof value === 'number') {
      return Number.isFinite(value) ? overSize(path) : { kind: 'value', path, rule: 'JSON has no such number' };
    }
    if (value === null || typeof value === 'boolean') return overSize(path);
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
    for (const [index, item] of items.entries()) {
      const breach = visit(item, `${path}[${index}]`, depth + 1);
      if (breach) return breach;
    }
    return undefined;
  };

  const visitObject = (fields: JsonObject, path: string, depth: number): Breach | undefined => {
    for (const key of Object.keys(fields)) {
      const inner = path === '' ? key : `${path}.${key}`;
      if (prototypeNames.has(key)) return { kind: 'value', path: inner.slice(0, 200), rule: 'the name is reserved' };
      const value = fields[key];
      if (value === undefined) continue;
      const breach = visitText(key, inner.slice(0, 200)) ?? visit(value, inner, depth + 1);
      if (breach) return breach;
    }
    return undefined;
  };

  return visit(root, '', 0);
};

/** UTF-8 bytes of a text, counted only where they can matter. */
const byteLength = (text: string): number => (text.length < 512 ? text.length : Buffer.byteLength(text));
