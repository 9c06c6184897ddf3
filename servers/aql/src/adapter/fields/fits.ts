import type { Json, JsonObject, JsonSchema } from '@recourse/contract';
import { isJsonObject } from '@recourse/contract';
import { fitsFormat, readPattern } from '@recourse/engine/third-party-schemas';

/** Whether a value has the JSON type, or one of several. */
export const hasType = (value: Json, type: unknown): boolean => {
  if (type === 'any' || type === undefined) return true;
  if (Array.isArray(type)) return type.some((each) => hasType(value, each));
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object' || type === 'file') return isJsonObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
};

/** True if a value fits a schema, as far as the schemas of parameters go. */
export const fits = (value: Json, schema: JsonSchema): boolean =>
  hasType(value, schema['type']) &&
  (!Array.isArray(schema['enum']) || schema['enum'].some((one) => JSON.stringify(one) === JSON.stringify(value))) &&
  (typeof value !== 'number' || within(value, schema['minimum'], schema['maximum'])) &&
  (typeof value !== 'string' || textFits(value, schema)) &&
  (!Array.isArray(value) || itemsFit(value as readonly Json[], schema)) &&
  (!isJsonObject(value) || membersFit(value, schema));

const within = (value: number, least: unknown, most: unknown): boolean =>
  (typeof least !== 'number' || value >= least) && (typeof most !== 'number' || value <= most);

const textFits = (value: string, { minLength, maxLength, pattern, format }: JsonSchema): boolean => {
  const compiled = typeof pattern === 'string' ? readPattern(pattern) : undefined;
  return (
    // As JSON Schema counts: code points, not units.
    within(Array.from(value).length, minLength, maxLength) &&
    (!compiled || !('test' in compiled) || compiled.test(value)) &&
    (typeof format !== 'string' || fitsFormat(format, value))
  );
};

const itemsFit = (value: readonly Json[], { minItems, maxItems, uniqueItems, items }: JsonSchema): boolean =>
  within(value.length, minItems, maxItems) &&
  (uniqueItems !== true || new Set(value.map((item) => JSON.stringify(item))).size === value.length) &&
  (!isJsonObject(items) || value.every((item) => fits(item, items)));

const membersFit = (value: JsonObject, { properties, required, additionalProperties }: JsonSchema): boolean => {
  const declared = isJsonObject(properties) ? properties : {};
  const needed = Array.isArray(required) ? (required as readonly string[]) : [];
  return (
    needed.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => {
      const schema = Object.hasOwn(declared, name) ? declared[name] : undefined;
      if (schema === undefined) return additionalProperties !== false;
      return member !== undefined && fits(member, schema as JsonSchema);
    })
  );
};
