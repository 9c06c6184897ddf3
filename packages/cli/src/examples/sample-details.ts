import type { Json, JsonObject, JsonSchema } from '@recourse/contract';
import type { ListedCode } from '@recourse/contract/stability';
import { sampleValuesByCode, sampleValuesByNamespace } from './sample-values-by-place.ts';
import { sampleTime, sampleValues } from './sample-values.ts';

type SampledCode = Pick<ListedCode, 'namespace' | 'code' | 'http' | 'message' | 'summary' | 'hint' | 'details'>;

/**
 * Details as a careful server would give them: what is required, and what the first sentences of the code mention.
 * The same code always gets the same details.
 */
export const sampleDetails = (listed: SampledCode): JsonObject => {
  const { properties, required } = listed.details;
  const wanted = new Set([...textsIn(required), ...mentionedKeys(listed)]);
  const named: JsonObject = {
    ...sampleValues,
    ...sampleValuesByNamespace[listed.namespace ?? ''],
    ...(listed.http !== null && { http_status: listed.http }),
    ...sampleValuesByCode[listed.code],
  };
  const fields = Object.entries(isObject(properties) ? properties : {}).filter(([name]) => wanted.has(name));
  return Object.fromEntries(fields.map(([name, schema]) => [name, sampleValue(name, asSchema(schema), named)]));
};

const mentionedKeys = ({ message, summary, hint }: SampledCode): readonly string[] =>
  [message[0], summary[0], hint[0]].flatMap((text) =>
    [...(text ?? '').matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? ''),
  );

const sampleValue = (name: string, schema: JsonSchema, named: JsonObject): Json => {
  const { anyOf, oneOf, enum: values } = schema;
  if (schema['const'] !== undefined) return schema['const'];
  const known = Object.hasOwn(named, name) ? named[name] : undefined;
  if (known !== undefined && fits(known, schema)) return known;
  if (Array.isArray(values)) return values[0] ?? null;
  const options = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(options)) return sampleValue(name, asSchema(options[0]), named);
  return byType(name, schema, named);
};

const byType = (name: string, schema: JsonSchema, named: JsonObject): Json => {
  const { type, properties, required, items, minimum, format } = schema;
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      return typeof minimum === 'number' && minimum > 1 ? minimum : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return [sampleValue(name, asSchema(items), named)];
    case 'object': {
      const always = new Set(textsIn(required));
      const fields = Object.entries(isObject(properties) ? properties : {}).filter(([key]) => always.has(key));
      return Object.fromEntries(fields.map(([key, inner]) => [key, sampleValue(key, asSchema(inner), named)]));
    }
    default:
      return format === 'date-time' ? sampleTime : byName(name);
  }
};

/** The last word of a name says what kind of text it holds. */
const byName = (name: string): string => {
  if (/(?:^|_)url$/.test(name)) return 'https://example.com/docs';
  if (/(?:^|_)(?:sha|commit)$/.test(name)) return '9fceb02d0ae598e95dc970b74767f19372d61af8';
  if (/(?:^|_)(?:hash|digest)$/.test(name)) return 'sha256:2c26b46b68ffc68ff99b453c1d304134';
  if (/(?:^|_)id$/.test(name)) return 'item-42';
  if (/(?:^|_)code$/.test(name)) return 'NOT_FOUND_RESOURCE';
  if (/(?:^|_)message$/.test(name)) return "Resource 'issue' not found: 'octo/demo#42'";
  return name.replaceAll('_', ' ');
};

/** Enough of JSON Schema to know whether a value that was written down for a name is right for this field. */
const fits = (value: Json, schema: JsonSchema): boolean => {
  const { type, enum: values, minimum, maximum, format, items, anyOf } = schema;
  if (Array.isArray(values)) return values.includes(value);
  if (Array.isArray(anyOf)) return anyOf.some((option: Json) => fits(value, asSchema(option)));
  if (typeof value === 'number') {
    if (typeof minimum === 'number' && value < minimum) return false;
    if (typeof maximum === 'number' && value > maximum) return false;
  }
  if (format === 'date-time') return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  if (Array.isArray(value)) {
    return (type === undefined || type === 'array') && value.every((item: Json) => fits(item, asSchema(items)));
  }
  const types = Array.isArray(type) ? type : [type];
  const own = Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
  return type === undefined || own.some((name) => types.includes(name));
};

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asSchema = (value: Json | undefined): JsonSchema => (isObject(value) ? value : {});

const textsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item: Json) => typeof item === 'string').map(String) : [];
