import { findSimilar, isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { ErrorObject } from 'ajv';
import { describeChoice, joinNames, readChoice } from '../fields/choices.ts';
import { typeName } from '../json-type.ts';

/** One thing that is wrong with a value, in the terms of JSON Schema. */
export interface Problem {
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: JsonObject;
  readonly expected?: Json;
  readonly received?: Json;
  readonly value?: Json;
  /** A value or a name that is certain to fit. */
  readonly suggestion?: Json;
  /** The known names next to the unknown one. */
  readonly known?: readonly string[];
}

/** A value is repeated only if it is short enough to be read. */
const longestEcho = 200;

export const toProblem = (error: ErrorObject): Problem => {
  const { instancePath: path, keyword, params, data } = error;
  const problem: { -readonly [Key in keyof Problem]: Problem[Key] } = {
    path,
    keyword,
    message: messageOf(error),
    params: params as JsonObject,
  };
  Object.assign(problem, explain(error));
  // If an object is wrong because of a name that it has or lacks, the name is reported; an empty object says more.
  const isAboutNames = aboutNames.has(keyword) || choiceMessage(error) !== undefined;
  const echo = isAboutNames && !isEmpty(data) ? undefined : echoOf(data);
  if (echo !== undefined) problem.value = echo;
  return problem;
};

const isEmpty = (data: unknown): boolean => isJsonObject(data) && Object.keys(data).length === 0;

const aboutNames: ReadonlySet<string> = new Set([
  'required',
  'dependentRequired',
  'additionalProperties',
  'unevaluatedProperties',
]);

const messageOf = (error: ErrorObject): string => {
  const choice = choiceMessage(error);
  if (choice !== undefined) return choice;
  const forbidden = error.keyword === 'not' && isJsonObject(error.schema) ? error.schema['pattern'] : undefined;
  if (typeof forbidden === 'string') return `must NOT match pattern "${forbidden}"`;
  // As the contract of the GitHub server words it.
  if (error.keyword === 'maxLength') return `must NOT be longer than ${String(error.params['limit'])} characters`;
  return error.message ?? `must pass '${error.keyword}'`;
};

/** Words a broken rule of `exclusive` or `exactlyOne`: the fields that exclude each other, or those that are missing. */
const choiceMessage = ({ keyword, schema, data }: ErrorObject): string | undefined => {
  const choice = keyword === 'not' || keyword === 'oneOf' ? readChoice({ [keyword]: schema as Json }) : undefined;
  if (!choice || !isJsonObject(data)) return undefined;
  const quoted = choice.fields.map((field) => `'${field}'`);
  const given = quoted.filter((_, index) => data[choice.fields[index] as string] !== undefined);
  if (given.length < 2) return `must have ${describeChoice({ ...choice, fields: quoted })}`;
  return given.length === 2 ? `must NOT have both ${joinNames(given)}` : `must have only one of ${joinNames(given)}`;
};

const explain = (error: ErrorObject): Partial<Problem> => {
  const { keyword, params, data } = error;
  const parent: unknown = error.parentSchema;
  switch (keyword) {
    case 'type': {
      const expected = params['type'] as Json;
      const suggestion = converted(data, expected);
      return { expected, received: typeName(data), ...(suggestion !== undefined && { suggestion }) };
    }
    case 'enum':
    case 'const': {
      const allowed =
        keyword === 'enum' ? (params['allowedValues'] as readonly Json[]) : [params['allowedValue'] as Json];
      const near = typeof data === 'string' ? findSimilar(data, allowed.filter(isName), { most: 1 })[0] : undefined;
      return { expected: allowed, ...(near && { suggestion: near.ref }) };
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const unknown = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
      const schemas = isJsonObject(parent) && isJsonObject(parent['properties']) ? parent['properties'] : {};
      const properties = Object.keys(schemas);
      // An argument that the caller has sent cannot be the one that was meant; one that a default filled in can.
      const free = properties.filter(
        (name) => !isJsonObject(data) || !Object.hasOwn(data, name) || hasDefault(schemas[name]),
      );
      const [near] = findSimilar(unknown, free, { most: 1 });
      return { known: properties, ...(near && { suggestion: near.ref }) };
    }
    case 'pattern':
      return { expected: params['pattern'] as Json };
    case 'format':
      return { expected: params['format'] as Json };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return { expected: params['limit'] as Json, received: data as Json };
    case 'minLength':
    case 'maxLength':
      return { expected: params['limit'] as Json, received: String(data).length };
    case 'minItems':
    case 'maxItems':
      return { expected: params['limit'] as Json, received: (data as readonly unknown[]).length };
    default:
      return {};
  }
};

const hasDefault = (schema: unknown): boolean => isJsonObject(schema) && schema['default'] !== undefined;

const isName = (value: Json): value is string => typeof value === 'string';

/** The same value in the type that was wanted, where nothing is lost or guessed on the way. */
const converted = (value: unknown, type: Json): Json | undefined => {
  if (typeof value === 'string' && (type === 'integer' || type === 'number')) {
    const number = Number(value);
    const exact =
      value.trim() !== '' && String(number) === value && (type === 'number' || Number.isSafeInteger(number));
    return exact ? number : undefined;
  }
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  if ((type === 'object' || type === 'array') && typeof value === 'string') return parsedAs(value, type);
  return undefined;
};

/** Models send objects as strings of JSON; the meaning is certain if the string parses to the expected type. */
const parsedAs = (text: string, type: 'object' | 'array'): Json | undefined => {
  try {
    const value = JSON.parse(text) as Json;
    return typeName(value) === type && text.length <= longestEcho ? value : undefined;
  } catch {
    return undefined;
  }
};

const echoOf = (value: unknown): Json | undefined => {
  if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string' && value.length > longestEcho) return undefined;
  const text = JSON.stringify(value);
  return text !== undefined && text.length <= longestEcho ? (value as Json) : undefined;
};
