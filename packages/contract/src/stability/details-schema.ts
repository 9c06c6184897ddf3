import { z } from 'zod';
import type { JsonSchema } from '../dialects/dialect.ts';
import { isJsonObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';

/**
 * The schema of a code's details as JSON Schema, without what would only tire its reader: the bounds of a safe
 * integer, the long pattern behind a date, and the definition of "any JSON", which is the schema that allows all.
 */
export const detailsSchema = (details: z.ZodObject): JsonSchema => {
  const { $schema: _, $defs, ...schema } = asJson(z.toJSONSchema(details, { io: 'input', unrepresentable: 'any' }));
  const definitions = isJsonObject($defs) ? $defs : {};
  const anyJson = new Set(Object.keys(definitions).filter((name) => isAnyJson(definitions[name])));
  const kept = Object.entries(definitions).filter(([name]) => !anyJson.has(name));
  return {
    ...tidyObject(schema, anyJson),
    ...(kept.length > 0 && { $defs: tidyObject(Object.fromEntries(kept), anyJson) }),
  };
};

/** Also drops what zod attaches to its schemas and JSON has no place for. */
const asJson = (schema: object): JsonObject => {
  const json: Json = JSON.parse(JSON.stringify(schema));
  return isJsonObject(json) ? json : {};
};

const definitionPrefix = '#/$defs/';

const tidy = (schema: Json | undefined, anyJson: ReadonlySet<string>): Json | undefined => {
  if (Array.isArray(schema)) return schema.map((item: Json) => tidy(item, anyJson) ?? null);
  return isJsonObject(schema) ? tidyObject(schema, anyJson) : schema;
};

const tidyObject = (schema: JsonObject, anyJson: ReadonlySet<string>): JsonObject => {
  const { $ref } = schema;
  if (typeof $ref === 'string' && anyJson.has($ref.slice(definitionPrefix.length))) return {};
  const entries = Object.entries(schema).filter(([keyword, value]) => !isNoise(keyword, value, schema));
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, tidy(value, anyJson)]));
};

const isNoise = (keyword: string, value: Json | undefined, schema: JsonObject): boolean =>
  (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (keyword === 'pattern' && schema['format'] === 'date-time') ||
  (keyword === 'propertyNames' && isJsonObject(value) && Object.keys(value).length === 1 && value['type'] === 'string');

const jsonTypes = 'array,boolean,null,number,object,string';

const isAnyJson = (definition: Json | undefined): boolean => {
  const options = isJsonObject(definition) ? definition['anyOf'] : undefined;
  if (!Array.isArray(options)) return false;
  const types = options.map((option: Json) => (isJsonObject(option) ? option['type'] : undefined));
  return types.map(String).sort().join(',') === jsonTypes;
};
