import { recoveries } from '../codes/code.ts';
import type { Json } from '../json.ts';
import { wellFormed } from '../json-reader.ts';
import { readJson } from '../read-json.ts';
import { areNextActions, areSimilar, isSubject } from './failure-shape.ts';
import { effects } from './failure.ts';
import type { FailureOptions } from './make-failure.ts';

type Read = { -readonly [Name in keyof FailureOptions]: FailureOptions[Name] };

/** The options of a failure as data, or why they cannot be used, with those that can. */
export type ReadOptions =
  | { readonly ok: true; readonly options: FailureOptions; readonly mostBytes: number }
  | { readonly ok: false; readonly problem: TypeError; readonly usable: FailureOptions };

const none: ReadOptions = { ok: true, options: {}, mostBytes: 0 };

/**
 * Copies the options of a failure and checks their types: a handler is not always compiled. Never throws. Of wrong
 * options only the effect and the correlation id are used.
 */
export const readOptions = (given: unknown): ReadOptions => {
  if (given === undefined) return none;
  const options: Read = {};
  const size: Size = { mostBytes: 0 };
  try {
    if (typeof given !== 'object' || given === null) throw new TypeError('Failure options must be an object');
    // The effect comes first: it remains valid if another option is wrong.
    for (const name of names) {
      const value: unknown = (given as Readonly<Record<string, unknown>>)[name];
      if (value !== undefined) (options as Record<string, unknown>)[name] = readers[name](value, name, size);
    }
    return { ok: true, options, mostBytes: size.mostBytes };
  } catch (cause) {
    const problem = new TypeError('The failure options are invalid', { cause });
    const { effect, correlation_id } = options;
    const usable = { ...(effect && { effect }), ...(correlation_id !== undefined && { correlation_id }) };
    return { ok: false, problem, usable };
  }
};

/** Counts the bytes of what was read. */
interface Size {
  mostBytes: number;
}

type Reader = (value: unknown, name: string, size: Size) => unknown;

const refuse = (name: string, expected: string): never => {
  throw new TypeError(`'${name}' must be ${expected}`);
};

const text: Reader = (value, name, size) => {
  if (typeof value !== 'string') return refuse(name, 'a string');
  // An escape takes six bytes.
  size.mostBytes += value.length * 6;
  return wellFormed(value);
};
const flag: Reader = (value, name) => (typeof value === 'boolean' ? value : refuse(name, 'a boolean'));
const count: Reader = (value, name) =>
  typeof value === 'number' && Number.isFinite(value) ? value : refuse(name, 'a finite number');
const oneOf =
  (values: readonly string[]): Reader =>
  (value, name) =>
    typeof value === 'string' && values.includes(value) ? value : refuse(name, `one of ${values.join(', ')}`);

const jsonOf = (value: unknown, name: string, size: Size): Json => {
  const read = readJson(value);
  if (read.ok) {
    size.mostBytes += read.mostBytes;
    return read.value;
  }
  const { kind, path } = read.problem;
  throw new TypeError(`'${name}' contains a value at '${path}' that cannot be sent as JSON (${kind})`, {
    cause: read.problem,
  });
};

const shaped =
  (fits: (value: Json) => boolean, expected: string): Reader =>
  (value, name, size) => {
    const read = jsonOf(value, name, size);
    return fits(read) ? read : refuse(name, expected);
  };

const readers: Readonly<Record<keyof FailureOptions, Reader>> = {
  effect: oneOf(effects),
  correlation_id: text,
  message: text,
  hint: text,
  http: count,
  retryable: flag,
  recovery: oneOf(recoveries),
  subject: shaped(isSubject, "an object with the string fields 'type' and 'id'"),
  next_actions: shaped(areNextActions, "a list of calls, each with 'tool', 'arguments' and 'why'"),
  similar: shaped(areSimilar, "a list of objects, each with a 'ref'"),
  retry_after_ms: count,
  cause: (value) => value,
  cause_class: text,
};
const names = Object.keys(readers) as readonly (keyof FailureOptions)[];
