import { isJsonObject } from '@recourse/contract';
import type { Json, JsonSchema } from '@recourse/contract';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { meantBranches } from './meant-branches.ts';
import { toProblem } from './problem.ts';
import type { Problem } from './problem.ts';

/** Says everything that is wrong with a value. The value that comes back has the defaults of the schema filled in. */
export type Validator = (value: Json) => { readonly value: Json; readonly problems: readonly Problem[] };

/** A list is for reading: what is beyond this is more of the same. */
const mostProblems = 20;

const compiled = new WeakMap<JsonSchema, Validator>();

/** The validator of a schema, where it was compiled before. */
export const readyValidator = (schema: JsonSchema): Validator | undefined => compiled.get(schema);

/** Compiles a schema, once. Ajv itself is loaded with the first: a server that lists its tools does not need it. */
export const loadValidator = async (schema: JsonSchema, foreign: boolean): Promise<Validator> => {
  const known = compiled.get(schema);
  if (known) return known;
  const { compileSchema } = await import('./compile-schema.ts');
  const validate = compileSchema(schema, foreign);
  // Ajv fills defaults in place. The caller's own value stays as it was sent, and is copied only where that matters.
  const fillsIn = hasDefaults(schema);
  const validator: Validator = (given) => {
    const value = fillsIn ? copyJson(given) : given;
    return { value, problems: validate(value) ? [] : problemsOf(validate) };
  };
  compiled.set(schema, validator);
  return validator;
};

const problemsOf = (validate: ValidateFunction): readonly Problem[] => {
  const errors: readonly ErrorObject[] = validate.errors ?? [];
  return meantBranches(errors).slice(0, mostProblems).map(toProblem);
};

const hasDefaults = (schema: Json | undefined): boolean => {
  if (Array.isArray(schema)) return schema.some((inner: Json) => hasDefaults(inner));
  if (!isJsonObject(schema)) return false;
  return Object.hasOwn(schema, 'default') || Object.values(schema).some(hasDefaults);
};

const copyJson = (value: Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => copyJson(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, inner === undefined ? undefined : copyJson(inner)]),
  );
};
