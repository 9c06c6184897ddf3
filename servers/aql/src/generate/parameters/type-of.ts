import type { JsonObject } from '@recourse/contract';
import { parameterTypes } from './draft-parameter.ts';
import type { ParameterType } from './draft-parameter.ts';

const isType = (value: unknown): value is ParameterType => (parameterTypes as readonly unknown[]).includes(value);

/** The one type of a schema: the one that it names, or the one that its keywords or values speak of. */
export const typeOf = (schema: JsonObject): ParameterType => {
  const { type } = schema;
  if (isType(type)) return type;
  if (Array.isArray(type)) {
    const named = type.filter((name) => isType(name));
    return named.includes('number') && named.includes('integer') ? 'number' : (named[0] ?? 'string');
  }
  if (schema['properties'] !== undefined || schema['additionalProperties'] !== undefined) return 'object';
  if (schema['items'] !== undefined) return 'array';
  const first = Array.isArray(schema['enum']) ? (schema['enum'] as readonly unknown[])[0] : schema['const'];
  if (typeof first === 'boolean') return 'boolean';
  return typeof first === 'number' ? 'number' : 'string';
};
