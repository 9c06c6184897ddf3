import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject, JsonSchema } from '@recourse/contract';
import type { z } from 'zod';

/** Fields of which a call gives one: exactly one, or at most one. */
export interface Choice {
  readonly fields: readonly string[];
  readonly isRequired: boolean;
}

type Name<Schema extends z.ZodObject> = keyof Schema['shape'] & string;
type Group<Schema extends z.ZodObject> = readonly [Name<Schema>, Name<Schema>, ...Name<Schema>[]];

/**
 * Allows at most one field of each group. The rule is JSON Schema, unlike zod's `refine`, so Ajv checks it and the
 * contract of the server shows it.
 */
export const exclusive = <Schema extends z.ZodObject>(schema: Schema, ...groups: readonly Group<Schema>[]): Schema =>
  addRules(
    schema,
    groups.map((fields) => ({ not: pairsOf(fields) })),
  );

/** Requires exactly one field of each group. */
export const exactlyOne = <Schema extends z.ZodObject>(schema: Schema, ...groups: readonly Group<Schema>[]): Schema =>
  addRules(
    schema,
    groups.map((fields) => ({ oneOf: fields.map((field) => ({ required: [field] })) })),
  );

const addRules = <Schema extends z.ZodObject>(schema: Schema, rules: readonly JsonObject[]): Schema => {
  const before = (schema.meta()?.['allOf'] ?? []) as readonly JsonObject[];
  return schema.meta({ ...schema.meta(), allOf: [...before, ...rules] });
};

const pairsOf = (fields: readonly string[]): JsonObject => {
  const pairs = fields.flatMap((one, index) => fields.slice(index + 1).map((other) => ({ required: [one, other] })));
  return pairs.length === 1 ? (pairs[0] as JsonObject) : { anyOf: pairs };
};

/** Reads a rule that one of the two functions wrote; undefined if it is another rule. */
export const readChoice = (rule: Json | undefined): Choice | undefined => {
  if (!isJsonObject(rule) || Object.keys(rule).length !== 1) return undefined;
  const { oneOf, not } = rule;
  const fields = oneOf === undefined ? requiredIn(isJsonObject(not) ? (not['anyOf'] ?? [not]) : []) : requiredIn(oneOf);
  return fields && fields.length > 1 ? { fields, isRequired: oneOf !== undefined } : undefined;
};

const requiredIn = (branches: Json): readonly string[] | undefined => {
  if (!Array.isArray(branches)) return undefined;
  const fields = branches.map((branch: Json) =>
    isJsonObject(branch) && Object.keys(branch).length === 1 && Array.isArray(branch['required'])
      ? branch['required'].map(String)
      : undefined,
  );
  return fields.some((names) => names === undefined) ? undefined : [...new Set(fields.flatMap((names) => names ?? []))];
};

/** Words the rule for the end of a sentence: `exactly one of ref and selector`. */
export const describeChoice = ({ fields, isRequired }: Choice): string =>
  `${isRequired ? 'exactly' : 'at most'} one of ${joinNames(fields)}`;

/** Lists names in a sentence: `a, b and c`. */
export const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/**
 * Separates the choices from a schema. Model providers reject a schema with `allOf`, `anyOf`, `oneOf` or `not` at its
 * root, or drop its tool, so a list of tools states them in words.
 */
export const separateChoices = (
  schema: JsonSchema,
): { readonly schema: JsonSchema; readonly choices: readonly Choice[] } => {
  const { allOf, ...others } = schema;
  if (!Array.isArray(allOf)) return { schema, choices: [] };
  const rules: readonly Json[] = allOf;
  const choices = rules.flatMap((rule) => readChoice(rule) ?? []);
  const rest = rules.filter((rule) => readChoice(rule) === undefined);
  return { schema: rest.length > 0 ? { ...others, allOf: rest } : others, choices };
};
