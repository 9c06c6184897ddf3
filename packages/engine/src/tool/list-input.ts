import { isJsonObject } from '@recourse/contract';
import type { Json, JsonSchema } from '@recourse/contract';
import { separateChoices } from '../fields/choices.ts';
import type { Choice } from '../fields/choices.ts';

/** An input schema as a list of tools shows it, with the choices between fields that it states in words. */
export interface ListedInput {
  readonly schema: JsonSchema;
  readonly choices: readonly Choice[];
}

/** Omits parts of an input schema that are useless to a model: bounds that only say that an integer is exact. */
export const listInput = (input: JsonSchema): ListedInput => {
  const { schema, choices } = separateChoices(input);
  return { schema: withoutExactBounds(schema) as JsonSchema, choices };
};

const withoutExactBounds = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map((item: Json) => withoutExactBounds(item));
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !isExactBound(key, value));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, value === undefined ? undefined : withoutExactBounds(value)]),
  );
};

const isExactBound = (key: string, value: Json | undefined): boolean =>
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) || (key === 'minimum' && value === Number.MIN_SAFE_INTEGER);
