import type { Json, JsonObject } from '@recourse/contract';
import { findHiddenCharacter, hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import { knownFormats, looksLikeSecret, readPattern } from '@recourse/engine/third-party-schemas';
import { fits, hasType } from '../../adapter/fields/fits.ts';
import type { DefineContext } from './define.ts';
import type { Definition, ParameterType } from './draft-parameter.ts';

const maximumValues = 100;
const maximumPattern = 500;

type Constraints = Omit<Definition, 'type' | 'description' | 'items' | 'properties'>;

/** Bounds, values, pattern, format and default of a schema, as far as they fit its type. */
export const constraintsOf = (schema: JsonObject, type: ParameterType, context: DefineContext): Constraints => {
  const values = valuesOf(schema, type, context);
  const constraints = {
    ...(values && { enum: values }),
    ...(type === 'integer' || type === 'number' ? boundsOf(schema, type) : {}),
    ...(type === 'string' && values === undefined ? textConstraints(schema, context) : {}),
  };
  const fallback = schema['default'];
  // Of lists and objects the API knows its default itself.
  if (fallback === undefined || fallback === null || type === 'array' || type === 'object') return constraints;
  if (!isOfType(fallback, type) || !fits(fallback, { type, ...constraints })) {
    context.note('has a default that is omitted: its schema does not allow it, or the file cannot contain it');
    return constraints;
  }
  return { ...constraints, default: fallback };
};

const valuesOf = (schema: JsonObject, type: ParameterType, context: DefineContext): readonly Json[] | undefined => {
  const given: unknown = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (!Array.isArray(given)) return undefined;
  const values = [...new Set(given as readonly Json[])].filter((value) => isOfType(value, type));
  if (values.length === 0) return undefined;
  if (values.length <= maximumValues) return values;
  context.note(`has ${values.length} allowed values, too many to list; the API checks them`);
  return undefined;
};

const boundsOf = (schema: JsonObject, type: ParameterType): Constraints => {
  const step = type === 'integer' ? 1 : 0;
  const lower = boundOf(schema['minimum'], schema['exclusiveMinimum'], step);
  const upper = boundOf(schema['maximum'], schema['exclusiveMaximum'], -step);
  if (lower !== undefined && upper !== undefined && lower > upper) return {};
  return { ...(lower !== undefined && { minimum: lower }), ...(upper !== undefined && { maximum: upper }) };
};

/** OpenAPI 3.0 marks a bound as exclusive, 3.1 names another one. For whole numbers both are the next one inside. */
const boundOf = (bound: unknown, exclusive: unknown, step: number): number | undefined => {
  if (typeof exclusive === 'number') return exclusive + step;
  if (typeof bound !== 'number') return undefined;
  return exclusive === true ? bound + step : bound;
};

const textConstraints = (schema: JsonObject, context: DefineContext): Constraints => {
  const { pattern, format, minLength, maxLength } = schema;
  const isLength = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  const shortest = isLength(minLength) && minLength > 0 ? minLength : undefined;
  const longest = isLength(maxLength) && maxLength >= (shortest ?? 0) ? maxLength : undefined;
  const isUsable = typeof pattern === 'string' && isWritable(pattern) && 'test' in readPattern(pattern);
  if (typeof pattern === 'string' && !isUsable) {
    context.note('has a pattern that adapters cannot check; the API checks it');
  }
  return {
    ...(isUsable && { pattern }),
    ...(typeof format === 'string' && knownFormats.includes(format) && { format }),
    ...(shortest !== undefined && { minLength: shortest }),
    ...(longest !== undefined && { maxLength: longest }),
  };
};

/** Whether a pattern can be written to the file: it must be short, visible and not look like a secret. */
const isWritable = (pattern: string): boolean =>
  pattern.trim() !== '' &&
  pattern.length <= maximumPattern &&
  !hasHiddenCharacters(pattern) &&
  !looksLikeSecret(pattern);

/** Whether a value can be an example, a default or one of the values of a type, and be shown. */
export const isOfType = (value: Json, type: ParameterType): boolean =>
  hasType(value, type) && (type !== 'integer' || Number.isSafeInteger(value)) && isShowable(value, 4);

/** Accepts short strings without secrets and hidden characters, and no names that could reach a prototype. */
const isShowable = (value: Json, depth: number): boolean => {
  if (typeof value === 'string') {
    return value.length <= 1000 && !looksLikeSecret(value) && !findHiddenCharacter(value, { lines: true });
  }
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(
    ([key, member]) =>
      !['constructor', 'prototype', '<<'].includes(key) &&
      !looksLikeSecret(key) &&
      !hasHiddenCharacters(key) &&
      isShowable(member as Json, depth - 1),
  );
};
