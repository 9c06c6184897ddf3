import type { Json, JsonObject } from '@recourse/contract';

/** A published schema, as far as samples need it. */
interface Schema {
  readonly type?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly minProperties?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

/** Arguments whose meaning a schema does not tell. */
const meanings: Readonly<Record<string, Json>> = {
  url: 'http://127.0.0.1:1/',
  key: 'Enter',
  keys: ['Enter'],
  eventName: 'click',
  code: '1',
  surfaceId: 's1',
  properties: ['color'],
  paths: [import.meta.filename],
};

/**
 * Creates arguments that a tool accepts by its published schema, for the element that the selector names. Conditions
 * among them do not hold, and no time is spent on waiting.
 */
export const sampleArguments = (given: object, selector: string): JsonObject => {
  const { properties = {}, required = [] } = given as Schema;
  const has = (name: string): boolean => properties[name] !== undefined;
  const needed = required.map((name) => [name, meanings[name] ?? sample(properties[name] ?? {})]);
  return {
    ...(Object.fromEntries(needed) as JsonObject),
    ...(has('selector') && { selector }),
    ...(has('targetSelector') && { targetSelector: selector }),
    ...(has('equals') && { equals: properties['equals']?.type === 'integer' ? 99 : 'nothing has this' }),
    ...(has('matches') && { contains: 'nothing has this' }),
    ...(has('timeoutMs') && ['selector', 'matches', 'fields'].some(has) && { timeoutMs: 0 }),
    ...(has('fields') && { fields: [{ selector, value: 'a' }] }),
  };
};

const sample = (schema: Schema): Json => {
  const { const: constant, enum: choices, anyOf: [first] = [], items, minimum, properties = {} } = schema;
  if (constant !== undefined) return constant;
  if (choices?.[0] !== undefined) return choices[0];
  if (first) return sample(first);
  if (schema.type === 'array') return [sample(items ?? {})];
  if (schema.type === 'integer' || schema.type === 'number') return minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.type !== 'object') return 'a';
  const [name] = schema.propertyNames?.enum ?? [];
  if (name !== undefined) return { [String(name)]: sample(Object(schema.additionalProperties) as Schema) };
  const needed = schema.required ?? Object.keys(properties).slice(0, schema.minProperties ?? 0);
  return Object.fromEntries(needed.map((name) => [name, sample(properties[name] ?? {})]));
};
