import { isJsonObject } from '@recourse/contract';
import type { Json, JsonSchema } from '@recourse/contract';

/** The maximum depth of an outline; deeper schemas are recursive or not useful in a list. */
const deepest = 6;

/**
 * The outline of an output schema: names, types and values of its fields, as deep as fits into `mostBytes`; the fields
 * of the first level are shown in any case. It accepts everything that the schema accepts, since clients validate
 * answers with it: every keyword that is left out only restricts, and `oneOf` becomes `anyOf`.
 */
export const outlineOf = (schema: JsonSchema, mostBytes: number): JsonSchema => {
  for (let depth = deepest; depth > 1; depth -= 1) {
    const outline = outlined(schema, depth);
    if (Buffer.byteLength(JSON.stringify(outline)) <= mostBytes) return outline;
  }
  return outlined(schema, 1);
};

const outlined = (schema: JsonSchema, depth: number): JsonSchema => {
  const { type, const: value, enum: values, description, properties, required, items, prefixItems } = schema;
  const { additionalProperties, anyOf, oneOf } = schema;
  return {
    ...(type !== undefined && { type }),
    ...(value !== undefined && { const: value }),
    ...(values !== undefined && { enum: values }),
    ...(description !== undefined && { description }),
    ...(isJsonObject(properties) && depth > 0 && { properties: outlinedFields(properties, depth - 1) }),
    ...(Array.isArray(required) && depth > 0 && { required }),
    ...(isJsonObject(items) && prefixItems === undefined && { items: outlined(items, depth) }),
    ...(isJsonObject(additionalProperties) &&
      depth > 0 && { additionalProperties: outlined(additionalProperties, depth - 1) }),
    ...alternatives(anyOf ?? oneOf, depth),
  };
};

const outlinedFields = (properties: Readonly<Record<string, Json | undefined>>, depth: number): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, isJsonObject(field) ? outlined(field, depth) : {}]),
  );

const alternatives = (branches: Json | undefined, depth: number): JsonSchema =>
  depth > 0 && Array.isArray(branches) && branches.every(isJsonObject)
    ? { anyOf: branches.map((branch) => outlined(branch, depth)) }
    : {};
