import type { Json, JsonObject } from './json.ts';

/** Limits of `readJson`. */
export interface JsonLimits {
  /** The most bytes of JSON text. Reading stops soon after them. */
  readonly bytes: number;
  /** How many objects and lists may be nested. */
  readonly depth: number;
}

/** Why a value cannot be sent as JSON. `path` names the field, as in `items[2].id`; it is empty for the whole value. */
export type NotJson =
  | { readonly kind: 'not_json'; readonly path: string; readonly rule: string; readonly cause?: unknown }
  | { readonly kind: 'too_large'; readonly path: string; readonly bytes: number }
  | { readonly kind: 'too_deep'; readonly path: string; readonly depth: number };

/** A copy of a value in plain JSON, and the most bytes that it takes as text. */
export type ReadJson =
  | { readonly ok: true; readonly value: Json; readonly mostBytes: number }
  | { readonly ok: false; readonly problem: NotJson };

/**
 * Copies a value that untyped code produced into plain JSON. It reads every field once, never throws, and stops at the
 * limits. Later changes of the original do not reach the copy.
 *
 * Taken over: strings, finite numbers, booleans, null, lists, and the own enumerable fields of objects, class instances
 * included. Changed: a field that is undefined is left out, -0 becomes 0, half of a surrogate pair becomes U+FFFD, and
 * an object with a `toJSON` method (a Date, a URL) becomes what that method returns. A field named `__proto__` is copied
 * as data.
 *
 * Refused, because JSON would drop or change it silently: bigint, symbol, function, NaN, Infinity, undefined and gaps
 * in lists, half of a surrogate pair in a field name, objects that contain themselves, Map, Set, Error, bytes, boxed
 * primitives, any other class instance without fields (a Promise, a RegExp), and everything that throws when it is read.
 */
export const readJson = (value: unknown, limits: Partial<JsonLimits> = {}): ReadJson => {
  const reader = new Reader({ ...defaultLimits, ...limits });
  try {
    return { ok: true, value: reader.read(value), mostBytes: reader.mostBytes };
  } catch (thrown) {
    if (thrown === stop && reader.problem) return { ok: false, problem: reader.problem };
    return { ok: false, problem: { kind: 'not_json', path: reader.path(), rule: 'cannot be read', cause: thrown } };
  }
};

const defaultLimits: JsonLimits = { bytes: 128 * 1024 * 1024, depth: 64 };
const longestPath = 200;
const longestNumber = 24;
/** The most bytes that one UTF-16 unit takes in JSON text: an escape. */
const longestUnit = 6;

/** Thrown to stop reading. The reason is in `problem`. */
const stop = Symbol('stop');

class Reader {
  problem: NotJson | undefined;
  /** The most bytes of the JSON text. */
  mostBytes = 0;
  readonly #limits: JsonLimits;
  /** The fewest bytes of the JSON text. */
  #bytes = 0;
  readonly #keys: (string | number)[] = [];
  readonly #above: object[] = [];

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  read(value: unknown): Json {
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'number':
        if (!Number.isFinite(value)) return this.#refuse(`is ${String(value)}`);
        this.#count(1, longestNumber);
        return value === 0 ? 0 : value;
      case 'boolean':
        this.#count(value ? 4 : 5, 5);
        return value;
      case 'object':
        if (value !== null) return this.#composed(value);
        this.#count(4, 4);
        return null;
      default:
        return this.#refuse(typeof value === 'undefined' ? 'is undefined' : `is a ${typeof value}`);
    }
  }

  path(): string {
    let path = '';
    for (const key of this.#keys) {
      path += typeof key === 'number' ? `[${key}]` : path === '' ? key : `.${key}`;
      if (path.length > longestPath) return `${path.slice(0, longestPath)}…`;
    }
    return path;
  }

  #composed(value: object): Json {
    const { toJSON } = value as { readonly toJSON?: unknown };
    if (typeof toJSON === 'function' && !ArrayBuffer.isView(value)) {
      const written: unknown = toJSON.call(value, String(this.#keys.at(-1) ?? ''));
      if (typeof written !== 'object' || written === null) return this.read(written);
      return this.#inside(written);
    }
    return this.#inside(value);
  }

  #inside(value: object): Json {
    if (this.#above.includes(value)) return this.#refuse('contains itself');
    if (this.#above.length >= this.#limits.depth) {
      return this.#stop({ kind: 'too_deep', path: this.path(), depth: this.#above.length + 1 });
    }
    this.#above.push(value);
    const copy = Array.isArray(value) ? this.#list(value) : this.#object(value);
    this.#above.pop();
    return copy;
  }

  #list(items: readonly unknown[]): Json {
    const { length } = items;
    this.#count(1 + Math.max(1, length), 2 + length);
    const copy: Json[] = [];
    for (let index = 0; index < length; index += 1) {
      this.#keys.push(index);
      copy.push(this.read(items[index]));
      this.#keys.pop();
    }
    return copy;
  }

  #object(value: object): JsonObject {
    const prototype: unknown = Object.getPrototypeOf(value);
    const names = Object.keys(value);
    if (prototype !== Object.prototype && prototype !== null) this.#judgeInstance(value, names);
    // The first brace. Each field counts what follows it: a comma, or the last brace.
    this.#count(1, 2);
    const copy: Record<string, Json> = {};
    for (const name of names) {
      this.#keys.push(name);
      const field = (value as Readonly<Record<string, unknown>>)[name];
      if (field !== undefined) {
        if (!isWellFormed(name)) return this.#refuse('has half of a surrogate pair in its name');
        this.#count(name.length + 4, name.length * longestUnit + 4);
        put(copy, name, this.read(field));
      }
      this.#keys.pop();
    }
    return copy;
  }

  /** Objects of another realm have a prototype of their own; their class is then called Object. */
  #judgeInstance(value: object, names: readonly string[]): void {
    const kind = kindOf(value);
    const hasNoJson = opaque.some((type) => value instanceof type) || ArrayBuffer.isView(value);
    if (hasNoJson || (names.length === 0 && kind !== 'Object')) this.#refuse(`is an instance of ${kind}`);
  }

  #text(text: string): string {
    this.#count(text.length + 2, text.length * longestUnit + 2);
    return wellFormed(text);
  }

  #count(least: number, most: number): void {
    this.#bytes += least;
    this.mostBytes += most;
    if (this.#bytes > this.#limits.bytes) this.#stop({ kind: 'too_large', path: this.path(), bytes: this.#bytes });
  }

  #refuse(rule: string): never {
    return this.#stop({ kind: 'not_json', path: this.path(), rule });
  }

  #stop(problem: NotJson): never {
    this.problem = problem;
    throw stop;
  }
}

/** Classes whose contents JSON does not write, even where an instance has fields of its own. */
const opaque = [Map, Set, Error, ArrayBuffer, String, Number, Boolean] as const;

const kindOf = (value: object): string => {
  const { constructor } = value;
  const name: unknown = typeof constructor === 'function' ? constructor.name : undefined;
  return typeof name === 'string' && name !== '' ? name.slice(0, 64) : 'an unnamed class';
};

/** A plain assignment to `__proto__` would change the prototype. */
const put = (object: Record<string, Json>, name: string, value: Json): void => {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
};

/** Methods of ES2024, which every supported Node has. */
interface WellFormed {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

const isWellFormed = (text: string): boolean => (text as unknown as WellFormed).isWellFormed();

/** A string that UTF-8 can carry: half of a surrogate pair becomes U+FFFD. */
export const wellFormed = (text: string): string =>
  isWellFormed(text) ? text : (text as unknown as WellFormed).toWellFormed();
