import type { Json, JsonObject } from '@recourse/contract';
import type { LimitSettings } from '../../settings/settings.ts';

/** The violation of a bound, and its place; `path` is the field as a caller would name it. */
export type Breach =
  | {
      readonly kind: 'size';
      readonly path: string;
      readonly limit_type: 'request_size' | 'string_length' | 'array_elements' | 'nesting_depth';
      readonly limit_value: number;
      readonly actual_value: number;
      readonly unit: 'bytes' | 'elements' | 'levels';
    }
  | { readonly kind: 'encoding'; readonly path: string; readonly byte_offset: number }
  | { readonly kind: 'value'; readonly path: string; readonly rule: string };

/** Names that reach an object's prototype when a careless program copies them. */
const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The longest path of a name that breaks a bound. */
const longestPath = 200;
/** `-1.2345678901234567e-123` */
const longestNumber = 24;
/** A value that is a little too large is measured to its end, to name its size. */
const farTooLarge = 4;

/**
 * Looks through a value once, without recursion deeper than the limit, and stops at the first breach. The size is
 * that of its JSON text, to the byte; it is written out for that only if it is near the limit.
 */
export const findBreach = (root: unknown, limits: LimitSettings): Breach | undefined => {
  const measure = new Measure(limits);
  return measure.visit(root, 0) ?? measure.overSize(root);
};

/** Measures one value. It runs for every call, so it keeps the keys of the current path and writes paths only for breaches. */
class Measure {
  readonly #limits: LimitSettings;
  /** The fewest bytes of the JSON text, and how many more it can be: escapes, characters of several bytes, digits. */
  #bytes = 0;
  #doubt = 0;
  /** The keys on the way to the current value. Those behind the current depth are left over. */
  readonly #keys: (string | number)[] = [];

  constructor(limits: LimitSettings) {
    this.#limits = limits;
  }

  visit(value: unknown, depth: number): Breach | undefined {
    switch (typeof value) {
      case 'string':
        return this.#visitText(value, depth);
      case 'number':
        this.#bytes += 1;
        this.#doubt += longestNumber - 1;
        return Number.isFinite(value) ? this.#farOverSize(depth) : this.#wrongValue(depth, 'JSON has no such number');
      case 'boolean':
        this.#bytes += value ? 4 : 5;
        return this.#farOverSize(depth);
      case 'object':
        if (value !== null) return this.#visitComposed(value, depth);
        this.#bytes += 4;
        return this.#farOverSize(depth);
      default:
        return this.#wrongValue(depth, 'JSON has no such value');
    }
  }

  /** The breach of a value that was visited and is too large as a whole. */
  overSize(root: unknown): Breach | undefined {
    const { requestBytes } = this.#limits;
    if (this.#bytes + this.#doubt <= requestBytes) return undefined;
    const bytes = Buffer.byteLength(JSON.stringify(root));
    return bytes > requestBytes ? tooLarge('', requestBytes, bytes) : undefined;
  }

  #visitComposed(value: object, depth: number): Breach | undefined {
    if (depth >= this.#limits.depth) {
      return {
        kind: 'size',
        path: this.#path(depth),
        limit_type: 'nesting_depth',
        limit_value: this.#limits.depth,
        actual_value: depth + 1,
        unit: 'levels',
      };
    }
    return Array.isArray(value) ? this.#visitArray(value, depth) : this.#visitObject(value as JsonObject, depth);
  }

  #visitText(text: string, depth: number): Breach | undefined {
    const length = byteLength(text);
    this.#bytes += length + 2;
    this.#doubt += length * 5;
    if (length > this.#limits.stringBytes) {
      return {
        kind: 'size',
        path: this.#path(depth),
        limit_type: 'string_length',
        limit_value: this.#limits.stringBytes,
        actual_value: length,
        unit: 'bytes',
      };
    }
    if (isWellFormed(text)) return this.#farOverSize(depth);
    const before = text.slice(0, text.search(loneSurrogate));
    return { kind: 'encoding', path: this.#path(depth), byte_offset: Buffer.byteLength(before) };
  }

  #visitArray(items: readonly Json[], depth: number): Breach | undefined {
    const { length } = items;
    if (length > this.#limits.arrayItems) {
      return {
        kind: 'size',
        path: this.#path(depth),
        limit_type: 'array_elements',
        limit_value: this.#limits.arrayItems,
        actual_value: length,
        unit: 'elements',
      };
    }
    this.#bytes += length === 0 ? 2 : length + 1;
    for (let index = 0; index < length; index += 1) {
      this.#keys[depth] = index;
      const breach = this.visit(items[index], depth + 1);
      if (breach) return breach;
    }
    return this.#farOverSize(depth);
  }

  #visitObject(fields: JsonObject, depth: number): Breach | undefined {
    let members = 0;
    for (const key of Object.keys(fields)) {
      this.#keys[depth] = key;
      if (prototypeNames.has(key)) return this.#wrongValue(depth + 1, 'the name is reserved', longestPath);
      const value = fields[key];
      if (value === undefined) continue;
      // Its colon, and its comma or the first brace.
      this.#bytes += 2;
      members += 1;
      const breach = this.#visitText(key, depth + 1);
      if (breach) return { ...breach, path: breach.path.slice(0, longestPath) };
      const inner = this.visit(value, depth + 1);
      if (inner) return inner;
    }
    this.#bytes += members === 0 ? 2 : 1;
    return this.#farOverSize(depth);
  }

  #farOverSize(depth: number): Breach | undefined {
    const { requestBytes } = this.#limits;
    return this.#bytes > requestBytes * farTooLarge
      ? tooLarge(this.#path(depth), requestBytes, this.#bytes)
      : undefined;
  }

  #wrongValue(depth: number, rule: string, longest?: number): Breach {
    return { kind: 'value', path: this.#path(depth).slice(0, longest), rule };
  }

  /** The path to a value at a depth, as its caller would name it. */
  #path(depth: number): string {
    let path = '';
    for (const key of this.#keys.slice(0, depth)) {
      path += typeof key === 'number' ? `[${key}]` : path === '' ? key : `.${key}`;
    }
    return path;
  }
}

const tooLarge = (path: string, limit: number, bytes: number): Breach => ({
  kind: 'size',
  path,
  limit_type: 'request_size',
  limit_value: limit,
  actual_value: bytes,
  unit: 'bytes',
});

/** A method of ES2024, which every supported Node has. */
const isWellFormed = (text: string): boolean =>
  (text as unknown as { readonly isWellFormed: () => boolean }).isWellFormed();

/** UTF-8 bytes of a string, counted only if they can matter. */
const byteLength = (text: string): number => (text.length < 512 ? text.length : Buffer.byteLength(text));
