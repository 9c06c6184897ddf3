import type { Json, JsonObject } from '@recourse/contract';
import { parameterTypes } from './draft-parameter.ts';
import type { ParameterType } from './draft-parameter.ts';

const isType = (value: unknown): value is ParameterType => (parameterTypes as readonly unknown[]).includes(value);

/** The one type of a schema besides null: the one that it names, or that of its keywords or values. `any` for several. */
export const typeOf = (schema: JsonObject): ParameterType => {
  const { type } = schema;
  if (isType(type)) return type;
  if (Array.isArray(type)) return oneType(type);
  if (schema['properties'] !== undefined || schema['additionalProperties'] !== undefined) return 'object';
  if (schema['items'] !== undefined) return 'array';
  if (Array.isArray(schema['enum'])) return oneType((schema['enum'] as readonly Json[]).map(typeOfValue));
  if (schema['const'] !== undefined) return oneType([typeOfValue(schema['const'])]);
  return ['minLength', 'maxLength', 'pattern', 'format'].some((key) => key in schema) ? 'string' : 'any';
};

/** The one type of several, without null; `any` if there are more. */
const oneType = (types: readonly unknown[]): ParameterType => {
  const named = new Set(types.filter((name) => isType(name)));
  if (named.has('number')) named.delete('integer');
  const [first = 'any'] = named;
  return named.size > 1 ? 'any' : first;
};

const typeOfValue = (value: Json): string => {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return typeof value;
};
