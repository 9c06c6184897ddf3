import type { Json, JsonSchema } from '@recourse/contract';
import { fileSchema } from '../file-schema.ts';
import { wrong } from '../rules/findings.ts';
import type { Report } from '../rules/findings.ts';
import type { Named, Section } from '../rules/index.ts';
import { fits, hasType } from './fits.ts';
import type { InnerSchema, schemaFields, ValueType } from './schema-fields.ts';

type SchemaKey = keyof typeof schemaFields;
/** The section of a value's schema; a reference and its target are both such sections. */
export type SchemaSection = Pick<Section<typeof schemaFields>, 'is' | 'at' | 'has'>;

/** Which keywords say something about which types; for any other type they are a mistake. */
const typesOf: Partial<Record<SchemaKey, readonly ValueType[]>> = {
  nullable: ['string', 'integer', 'number', 'boolean', 'array', 'object'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  format: ['string', 'integer', 'number'],
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  properties: ['object'],
  additional_properties: ['object'],
};

const bounds: readonly (readonly [SchemaKey, SchemaKey])[] = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
];

const copied = [
  'description', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems', 'uniqueItems',
] as const; // prettier-ignore

/** The JSON Schema of a value, where its parts agree with each other; undefined if it has no type. */
export const buildSchema = (section: SchemaSection, report: Report): JsonSchema | undefined => {
  const { is, at, has } = section;
  const { type } = is;
  if (type === undefined) return undefined;
  const isAny = type === 'any';
  for (const [key, types] of Object.entries(typesOf) as [SchemaKey, readonly ValueType[]][]) {
    if (has(key) && !types.includes(type) && !isAny) {
      report(wrong(at(key), `no '${key}' for a value of type '${type}'`, { actual: 'one', suggestion: 'remove it' }));
    }
  }
  for (const [low, high] of bounds) {
    const [least, most] = [is[low], is[high]];
    if (typeof least === 'number' && typeof most === 'number' && least > most) {
      report(wrong(at(high), `${least} or more, as '${low}' is ${least}`));
    }
  }
  const schema = assemble(section, type);
  for (const [index, value] of (is.enum ?? []).entries()) {
    if (!hasType(value, type) && !(value === null && is.nullable))
      report(wrong(at('enum'), `values of type '${type}'`, { actual: `another type in item ${index}` }));
  }
  if (is.default !== undefined && !fits(is.default, schema)) {
    report(wrong(at('default'), "a value that the field's own type and constraints allow"));
  }
  return schema;
};

const assemble = ({ is }: SchemaSection, type: ValueType): JsonSchema => {
  if (type === 'file') return fileSchema(is.description);
  const schema: Record<string, unknown> = type === 'any' ? {} : { type: is.nullable ? [type, 'null'] : type };
  for (const key of copied) if (is[key] !== undefined) schema[key] = is[key];
  if (is.enum) schema['enum'] = distinct(is.nullable ? [...is.enum, null] : is.enum);
  if (is.default !== undefined) schema['default'] = is.default;
  if (is.items) schema['items'] = is.items.schema;
  if (is.properties) Object.assign(schema, membersOf(is.properties, is.additional_properties));
  return schema as JsonSchema;
};

/** A list of values that says one thing twice does not compile. */
const distinct = (values: readonly Json[]): readonly Json[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

const membersOf = (members: readonly Named<InnerSchema>[], open = false): JsonSchema => ({
  properties: Object.fromEntries(members.map(({ name, value }) => [name, value.schema])),
  required: members.filter(({ value }) => value.required).map(({ name }) => name),
  additionalProperties: open,
});
