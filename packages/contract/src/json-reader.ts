import type { Json, JsonObject } from './json.ts';

/** Limits of `readJson`. */
export interface JsonLimits {
  /** The maximum number of bytes of JSON text. Reading stops soon after that. */
  readonly bytes: number;
  /** How many objects and lists may be nested. */
  readonly depth: number;
}

/** Why a value cannot be sent as JSON. `path` names the field, as in `items[2].id`; it is empty for the whole value. */
export type NotJson =
  | { readonly kind: 'not_json'; readonly path: string; readonly rule: string; readonly cause?: unknown }
  | { readonly kind: 'too_large'; readonly path: string; readonly bytes: number }
  | { readonly kind: 'too_deep'; readonly path: string; readonly depth: number };

const longestPath = 200;
const longestNumber = 24;
/** The most bytes that one UTF-16 unit takes in JSON text: an escape. */
const longestUnit = 6;

/** Thrown to stop reading. The reason is in `#problem`. */
const stop = Symbol('stop');

/**
 * An object or list that is being read, and the field that is read just now. A class: V8 would come to allocate object
 * literals in the old generation, and keep what they refer to until a full collection.
 */
class Frame {
  readonly value: object;
  readonly above: Frame | undefined;
  readonly depth: number;
  key: string | number | undefined = undefined;

  constructor(value: object, above: Frame | undefined, depth: number) {
    this.value = value;
    this.above = above;
    this.depth = depth;
  }
}

/**
 * Copies one value into plain JSON by the rules of `readJson`, field by field. Its methods throw what `problemOf`
 * explains. It runs for every call, so it keeps one frame for each level and writes paths only for problems.
 */
export class JsonReader {
  /** The most bytes of the JSON text. */
  mostBytes = 0;
  /** The fewest bytes of the JSON text. */
  #bytes = 0;
  #frame: Frame | undefined;
  #problem: NotJson | undefined;
  readonly #mostBytesAllowed: number;
  readonly #mostDepth: number;

  constructor({ bytes = 128 * 1024 * 1024, depth = 64 }: Partial<JsonLimits>) {
    this.#mostBytesAllowed = bytes;
    this.#mostDepth = depth;
  }

  read(value: unknown): Json {
    switch (typeof value) {
      case 'string':
        this.#count(value.length + 2, value.length * longestUnit + 2);
        return wellFormed(value);
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

  /** Begins an object whose fields the caller knows and takes one by one with `field`. */
  open(value: object): void {
    this.#frame = new Frame(value, undefined, 1);
    this.#count(1, 2);
  }

  /** Reads a field of the object that was opened; undefined if it does not exist. */
  field(name: string, value: unknown): Json | undefined {
    if (this.#frame) this.#frame.key = name;
    if (value === undefined) return undefined;
    this.#count(name.length + 4, name.length * longestUnit + 4);
    return this.read(value);
  }

  /** Explains what a method has thrown. */
  problemOf(thrown: unknown): NotJson {
    if (thrown === stop && this.#problem) return this.#problem;
    return { kind: 'not_json', path: this.#path(), rule: 'cannot be read', cause: thrown };
  }

  #path(): string {
    const keys: (string | number)[] = [];
    for (let frame = this.#frame; frame; frame = frame.above) if (frame.key !== undefined) keys.unshift(frame.key);
    let path = '';
    for (const key of keys) {
      path += typeof key === 'number' ? `[${key}]` : path === '' ? key : `.${key}`;
      if (path.length > longestPath) return `${path.slice(0, longestPath)}…`;
    }
    return path;
  }

  #composed(value: object): Json {
    const { toJSON } = value as { readonly toJSON?: unknown };
    if (typeof toJSON === 'function' && !ArrayBuffer.isView(value)) {
      const written: unknown = toJSON.call(value, String(this.#frame?.key ?? ''));
      if (typeof written !== 'object' || written === null) return this.read(written);
      return this.#inside(written);
    }
    return this.#inside(value);
  }

  #inside(value: object): Json {
    const above = this.#frame;
    for (let frame = above; frame; frame = frame.above) {
      if (frame.value === value) return this.#refuse('contains itself');
    }
    const depth = above ? above.depth + 1 : 1;
    if (depth > this.#mostDepth) return this.#stop({ kind: 'too_deep', path: this.#path(), depth });
    const frame = new Frame(value, above, depth);
    this.#frame = frame;
    const copy = Array.isArray(value) ? this.#list(value, frame) : this.#object(value, frame);
    this.#frame = above;
    return copy;
  }

  #list(items: readonly unknown[], frame: Frame): Json {
    const { length } = items;
    this.#count(1 + Math.max(1, length), 2 + length);
    const copy: Json[] = [];
    for (let index = 0; index < length; index += 1) {
      frame.key = index;
      copy.push(this.read(items[index]));
    }
    return copy;
  }

  #object(value: object, frame: Frame): JsonObject {
    const prototype: unknown = Object.getPrototypeOf(value);
    const names = Object.keys(value);
    if (prototype !== Object.prototype && prototype !== null) this.#judgeInstance(value, names);
    // The first brace. Each field counts what follows it: a comma, or the last brace.
    this.#count(1, 2);
    const copy: Record<string, Json> = {};
    for (const name of names) {
      frame.key = name;
      const field = (value as Readonly<Record<string, unknown>>)[name];
      if (field === undefined) continue;
      if (!isWellFormed(name)) return this.#refuse('has an unpaired surrogate in its name');
      this.#count(name.length + 4, name.length * longestUnit + 4);
      const read = this.read(field);
      if (name === '__proto__') putProto(copy, read);
      else copy[name] = read;
    }
    return copy;
  }

  /** Objects of another realm have a prototype of their own; their class is then called Object. */
  #judgeInstance(value: object, names: readonly string[]): void {
    const kind = kindOf(value);
    const hasNoJson = opaque.some((type) => value instanceof type) || ArrayBuffer.isView(value);
    if (hasNoJson || (names.length === 0 && kind !== 'Object')) this.#refuse(`is an instance of ${kind}`);
  }

  #count(least: number, most: number): void {
    this.#bytes += least;
    this.mostBytes += most;
    if (this.#bytes > this.#mostBytesAllowed) {
      this.#stop({ kind: 'too_large', path: this.#path(), bytes: this.#bytes });
    }
  }

  #refuse(rule: string): never {
    return this.#stop({ kind: 'not_json', path: this.#path(), rule });
  }

  #stop(problem: NotJson): never {
    this.#problem = problem;
    throw stop;
  }
}

/** Classes whose contents JSON does not write, even if an instance has fields of its own. */
const opaque = [Map, Set, Error, ArrayBuffer, String, Number, Boolean] as const;

const kindOf = (value: object): string => {
  const { constructor } = value;
  const name: unknown = typeof constructor === 'function' ? constructor.name : undefined;
  return typeof name === 'string' && name !== '' ? name.slice(0, 64) : 'an unnamed class';
};

/** A plain assignment to `__proto__` would change the prototype. */
const putProto = (object: Record<string, Json>, value: Json): void => {
  Object.defineProperty(object, '__proto__', { value, enumerable: true, configurable: true, writable: true });
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
