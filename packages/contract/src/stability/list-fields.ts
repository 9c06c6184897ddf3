import type { JsonSchema } from '../dialects/dialect.ts';
import { isJsonObject } from '../json.ts';
import type { Json } from '../json.ts';

export interface ListedField {
  /** The name; inside a list or an object the way there too, as in `errors[].index`. */
  readonly path: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** The fields of an object's schema, each followed by what is inside it. */
export const listFields = (schema: JsonSchema, path = ''): readonly ListedField[] => {
  const { properties, required, items } = schema;
  if (isJsonObject(items)) return listFields(items, `${path}[]`);
  if (!isJsonObject(properties)) return [];
  const always = new Set<Json>(Array.isArray(required) ? required : []);
  return Object.entries(properties).flatMap(([name, value]) => {
    const field: ListedField = {
      path: path === '' ? name : `${path}.${name}`,
      required: always.has(name),
      schema: isJsonObject(value) ? value : {},
    };
    return [field].concat(listFields(field.schema, field.path));
  });
};

/** A schema's type in a word or two: `string`, `integer`, `string[]`, `number | string`; `json` where anything goes. */
export const typeName = (schema: JsonSchema): string => {
  const { type, items, anyOf, oneOf, enum: values } = schema;
  const options = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(options)) return union(options.map((option: Json) => typeName(isJsonObject(option) ? option : {})));
  if (Array.isArray(type)) return union(type.map(String));
  if (type === 'array') return listOf(isJsonObject(items) ? typeName(items) : 'json');
  if (typeof type === 'string') return type;
  if ('const' in schema) return jsonType(schema['const'] ?? null);
  return Array.isArray(values) ? union(values.map(jsonType)) : 'json';
};

const listOf = (type: string): string => (type.includes(' ') ? `(${type})[]` : `${type}[]`);

const union = (types: readonly string[]): string => [...new Set(types)].sort().join(' | ');

const jsonType = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
