import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';

/**
 * Converts a string of the command line to the type in the tool's own schema. A string that cannot be converted stays a
 * string: the server rejects it with its own code, as for every caller.
 */
export const typedValue = (text: string, schema: unknown, root: unknown = schema): Json => {
  const shape = resolve(schema, root);
  const values = [...valuesIn(shape, root)];
  const named = values.find((value) => typeof value !== 'string' && JSON.stringify(value) === text);
  if (named !== undefined && !values.includes(text)) return named;
  const types = typesIn(shape, root);
  // A string stays a string wherever the schema allows one.
  if (types.size === 0 || types.has('string')) return text;
  for (const type of types) {
    const value = readers[type]?.(text);
    if (value !== undefined) return value;
  }
  return text;
};

/** The schema of the items, where the schema takes a list and nothing that a single text could be. */
export const itemsOf = (schema: unknown, root: unknown): { readonly items: unknown } | undefined => {
  const shape = resolve(schema, root);
  const types = typesIn(shape, root);
  if (!types.has('array') || types.has('string')) return undefined;
  const lists = [shape, ...branchesOf(shape, root)].filter((branch) => typesOf(branch).includes('array'));
  return { items: lists.find(({ items }) => items !== undefined)?.['items'] ?? {} };
};

const readers: Readonly<Record<string, (text: string) => Json | undefined>> = {
  integer: (text) => (/^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
  number: (text) =>
    /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) && isFinite(Number(text)) ? Number(text) : undefined,
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  null: (text) => (text === 'null' ? null : undefined),
  object: (text) => (text.startsWith('{') ? parsed(text) : undefined),
  array: (text) => (text.startsWith('[') ? parsed(text) : undefined),
};

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

const mostSteps = 16;

/** Follows references within the document, a few steps: an untrusted schema may refer to itself. */
const resolve = (schema: unknown, root: unknown): JsonObject => {
  let found: unknown = schema;
  for (let step = 0; step < mostSteps && isJsonObject(found); step += 1) {
    const { $ref: reference } = found;
    if (typeof reference !== 'string') return found;
    found = reference.startsWith('#/') ? at(root, reference.slice(2).split('/')) : undefined;
  }
  return {};
};

const at = (root: unknown, names: readonly string[]): unknown => {
  let found: unknown = root;
  for (const name of names) {
    const plain = name.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isJsonObject(found) && Object.hasOwn(found, plain) ? found[plain] : undefined;
  }
  return found;
};

const branchesOf = (schema: JsonObject, root: unknown): readonly JsonObject[] =>
  [schema['anyOf'], schema['oneOf'], schema['allOf']]
    .flatMap((branches) => (Array.isArray(branches) ? branches.slice(0, 32) : []))
    .map((branch) => resolve(branch, root));

const typesOf = ({ type }: JsonObject): readonly string[] =>
  (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');

/** The types in the order in which they are tried. */
const order = ['integer', 'number', 'boolean', 'null', 'array', 'object', 'string'];

const typesIn = (schema: JsonObject, root: unknown): ReadonlySet<string> => {
  const found = new Set([schema, ...branchesOf(schema, root)].flatMap(typesOf));
  return new Set(order.filter((type) => found.has(type)));
};

const valuesIn = function* (schema: JsonObject, root: unknown): Iterable<Json> {
  for (const { enum: values, const: value } of [schema, ...branchesOf(schema, root)]) {
    if (Array.isArray(values)) yield* values;
    if (value !== undefined) yield value;
  }
};
