import { isJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { JsonSchema } from './dialect.ts';

/**
 * The schema of an object whose own fields are mixed with a dialect's. It is left open: clients check error results
 * against the same schema, and a closed branch would reject the fields that are added to it.
 */
export const openObject = (value: JsonSchema, fields: JsonObject, required: readonly string[]): JsonSchema => {
  const { $schema: _, additionalProperties: __, properties, required: own, ...rest } = value;
  return {
    ...rest,
    type: 'object',
    properties: { ...(isJsonObject(properties) ? properties : {}), ...fields },
    required: [...new Set([...(Array.isArray(own) ? own : []), ...required])],
  };
};
