import { hash } from 'node:crypto';
import { isJsonObject } from '@recourse/contract';
import type { Json, JsonSchema } from '@recourse/contract';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { LinearRegExp } from './compile-schema.ts';
import { findPatterns } from './find-patterns.ts';
import { judgePattern } from './judge-pattern.ts';
import { meantBranches } from './meant-branches.ts';
import { toProblem } from './problem.ts';
import type { Problem } from './problem.ts';

/** Lists every problem of a value, and returns the value with the schema's defaults filled in. */
export type Validator = (value: Json) => { readonly value: Json; readonly problems: readonly Problem[] };

/** The most problems to list. */
const mostProblems = 20;

const compiled = new WeakMap<JsonSchema, Validator>();

/** Validators by the digest of their schema: each server of the same tools derives its own copy of their schemas. */
const byDigest = new Map<string, Validator>();
const mostDigests = 500;

/** The validator of a schema, if it was compiled before. */
export const readyValidator = (schema: JsonSchema): Validator | undefined => compiled.get(schema);

/** Loads Ajv, which takes longer than to compile a schema. A server that is only started never needs it. */
export const loadCompiler = () => import('./compile-schema.ts');

/** Compiles a schema once. */
export const loadValidator = async (schema: JsonSchema, foreign: boolean): Promise<Validator> => {
  const known = compiled.get(schema);
  if (known) return known;
  const digest = hash('sha256', JSON.stringify([foreign, schema]));
  const validator = byDigest.get(digest) ?? (await compileValidator(schema, foreign));
  compiled.set(schema, validator);
  // A map iterates in the order of insertion, so the first entry is the least recently used.
  byDigest.delete(digest);
  byDigest.set(digest, validator);
  const [oldest] = byDigest.keys();
  if (byDigest.size > mostDigests && oldest !== undefined) byDigest.delete(oldest);
  return validator;
};

const compileValidator = async (schema: JsonSchema, foreign: boolean): Promise<Validator> => {
  const { compileSchema } = await loadCompiler();
  const linear = await loadLinear(schema, foreign);
  const validate = compileSchema(schema, foreign, linear);
  // Ajv fills in defaults in place. Only a schema with defaults needs a copy of the arguments.
  const fillsIn = hasDefaults(schema);
  return (given) => {
    const value = fillsIn ? copyJson(given) : given;
    return { value, problems: validate(value) ? [] : problemsOf(validate) };
  };
};

/** RE2 loads with the first schema that has a pattern for it. */
const loadLinear = async (schema: JsonSchema, foreign: boolean): Promise<LinearRegExp | undefined> => {
  const needed = foreign || findPatterns(schema).some(({ source }) => judgePattern(source).run === 'linear');
  return needed ? (await import('./linear-reg-exp.ts')).linearRegExp : undefined;
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
