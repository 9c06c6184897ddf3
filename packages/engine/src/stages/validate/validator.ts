import type { JsonSchema } from '@recourse/contract';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { meantBranches } from './meant-branches.ts';
import { toProblem } from './problem.ts';
import type { Problem } from './problem.ts';

/** Checks a value, fills in defaults, and says everything that is wrong with it. */
export type Validator = (value: unknown) => readonly Problem[];

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
  const validator: Validator = (value) => (validate(value) ? [] : problemsOf(validate));
  compiled.set(schema, validator);
  return validator;
};

const problemsOf = (validate: ValidateFunction): readonly Problem[] => {
  const errors: readonly ErrorObject[] = validate.errors ?? [];
  return meantBranches(errors).slice(0, mostProblems).map(toProblem);
};
