import { Refusal, unacceptable } from '../answers/refusal.ts';

/** Reads one field of a body. Invalid values are rejected with the messages of GitHub's own schema check. */
export interface Field<T> {
  readonly required: boolean;
  read(value: unknown, at: string): T;
}

export type Shape = Readonly<Record<string, Field<unknown>>>;
export type InputOf<S extends Shape> = { readonly [K in keyof S]: S[K] extends Field<infer T> ? T : never };

const wrong = (at: string, value: unknown, what: string): Refusal =>
  unacceptable(`Invalid request.\n\nFor '${at}', ${show(value)} is not ${what}.`);

function show(value: unknown): string {
  return value === null ? 'nil' : (JSON.stringify(value) ?? 'nothing').slice(0, 200);
}

const text: Field<string> = {
  required: true,
  read(value, at) {
    if (typeof value !== 'string') throw wrong(at, value, 'a string');
    return value;
  },
};

const flag: Field<boolean> = {
  required: true,
  read(value, at) {
    if (typeof value !== 'boolean') throw wrong(at, value, 'a boolean');
    return value;
  },
};

const whole: Field<number> = {
  required: true,
  read(value, at) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrong(at, value, 'an integer');
    return value;
  },
};

/** Read later, by a shape that depends on the rest. */
const anything: Field<unknown> = { required: true, read: (value) => value };

export const fields = {
  text,
  flag,
  whole,
  anything,
  oneOf: <const T extends string>(values: readonly T[]): Field<T> => ({
    required: true,
    read(value, at) {
      const found = values.find((known) => known === value);
      if (found === undefined) throw wrong(at, value, `a member of [${values.map(show).join(', ')}]`);
      return found;
    },
  }),
  list: <T>(item: Field<T>): Field<readonly T[]> => ({
    required: true,
    read(value, at) {
      if (!Array.isArray(value)) throw wrong(at, value, 'an array');
      return value.map((element, index) => item.read(element, `${at}/${index}`));
    },
  }),
  object: <S extends Shape>(shape: S): Field<InputOf<S>> => ({
    required: true,
    read(value, at) {
      if (!isObject(value)) throw wrong(at, value, 'an object');
      return readObject(value, shape, at);
    },
  }),
  optional: <T>(field: Field<T>): Field<T | undefined> => ({
    required: false,
    read: (value, at) => (value === undefined ? undefined : field.read(value, at)),
  }),
  nullable: <T>(field: Field<T>): Field<T | null> => ({
    required: field.required,
    read: (value, at) => (value === null ? null : field.read(value, at)),
  }),
} as const;

/** Reads a body by its shape; what the shape does not name is ignored, as GitHub does. */
export function readInput<S extends Shape>(body: unknown, shape: S): InputOf<S> {
  const source = body === undefined ? {} : body;
  if (!isObject(source)) throw new Refusal(400, 'Body should be a JSON object');
  return readObject(source, shape, 'properties');
}

function readObject<S extends Shape>(source: Record<string, unknown>, shape: S, at: string): InputOf<S> {
  const missing = Object.keys(shape).filter((name) => shape[name]?.required && !Object.hasOwn(source, name));
  if (missing.length > 0) {
    const names = missing.map((name) => JSON.stringify(name)).join(', ');
    throw unacceptable(`Invalid request.\n\n${names} ${missing.length === 1 ? "wasn't" : "weren't"} supplied.`);
  }
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape))
    result[name] = field.read(Object.hasOwn(source, name) ? source[name] : undefined, `${at}/${name}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field of the shape was read just above
  return result as InputOf<S>;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
