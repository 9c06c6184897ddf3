import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject, JsonSchema } from '@recourse/contract';
import { zodFormats } from './zod-formats.ts';

/** Keywords whose values are data, not schemas. */
const dataKeywords: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/**
 * Removes formats that have a pattern from a schema that zod derived. The pattern is zod's whole rule there, and other
 * checks of the same format are stricter or laxer: ajv-formats knows no fractions of a second in a duration.
 */
export const withoutDecidedFormats = (schema: JsonSchema): JsonSchema => copyObject(schema);

const copyObject = (schema: JsonObject): JsonObject => {
  const copy: Record<string, Json | undefined> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'format' && isDecided(schema)) continue;
    copy[key] = dataKeywords.has(key) ? value : copyValue(value);
  }
  return copy;
};

const copyValue = (value: Json | undefined): Json | undefined => {
  if (Array.isArray(value)) return value.map((item: Json) => copyValue(item) ?? null);
  return isJsonObject(value) ? copyObject(value) : value;
};

const isDecided = ({ format, pattern, allOf }: JsonObject): boolean =>
  typeof format === 'string' &&
  !Object.hasOwn(zodFormats, format) &&
  (typeof pattern === 'string' ||
    (Array.isArray(allOf) && allOf.some((part: Json) => isJsonObject(part) && typeof part['pattern'] === 'string')));
