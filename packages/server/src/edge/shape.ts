import { fail, findSimilar, isJsonObject } from '@recourse/contract';
import type { Failure, Json, JsonObject } from '@recourse/contract';

/** The shape of a parameter. A name that ends in `?` may be absent; other members are ignored, as MCP demands. */
export type Shape =
  | 'string'
  | 'boolean'
  | 'object'
  | { readonly oneOf: readonly string[] }
  | { readonly fields: Readonly<Record<string, Shape>> }
  | { readonly every: Shape }
  | { readonly list: Shape };

interface Problem {
  readonly path: string;
  readonly shape: Shape;
  /** Undefined if the parameter is missing. */
  readonly value: Json | undefined;
}

/** Compares the parameters of a method with their shape; undefined if they fit. */
export const refuseParams = (method: string, params: JsonObject, shape: Shape): Failure | undefined => {
  const problems: Problem[] = [];
  for (const problem of problemsOf(params, shape, '')) if (problems.push(problem) === mostProblems) break;
  const missing = problems.filter(({ value }) => value === undefined).map(({ path }) => path);
  const [first] = missing;
  if (first !== undefined) {
    return fail('VALIDATION_MISSING_PARAM', {
      param_name: first,
      operation: method,
      ...(missing.length > 1 && { missing_params: missing }),
    });
  }
  const [wrong] = problems;
  return wrong && refuseValue(wrong);
};

const refuseValue = ({ path, shape, value = null }: Problem): Failure => {
  if (typeof shape === 'object' && 'oneOf' in shape && typeof value === 'string') {
    const similar = findSimilar(value.slice(0, longestShown), shape.oneOf);
    return fail(
      'VALIDATION_INVALID_ENUM',
      { param_name: path, allowed_values: [...shape.oneOf], value: value.slice(0, longestShown) },
      similar.length > 0 ? { similar } : {},
    );
  }
  return fail('VALIDATION_INVALID_TYPE', {
    param_name: path,
    expected_type: typeOf(shape),
    actual_type: value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value,
  });
};

const longestShown = 64;
/** The caller decides how many members there are to check. */
const mostProblems = 20;

function* problemsOf(value: Json | undefined, shape: Shape, path: string): Generator<Problem> {
  if (!fits(value, shape)) return yield { path, shape, value };
  if (typeof shape === 'string') return;
  if ('fields' in shape && isJsonObject(value)) {
    for (const [key, inner] of Object.entries(shape.fields)) {
      const name = key.replace(/\?$/u, '');
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      if (given !== undefined || name === key) yield* problemsOf(given, inner, path === '' ? name : `${path}.${name}`);
    }
  } else if ('every' in shape && isJsonObject(value)) {
    for (const [key, given] of Object.entries(value)) {
      yield* problemsOf(given, shape.every, `${path}.${key.slice(0, longestShown)}`);
    }
  } else if ('list' in shape && Array.isArray(value)) {
    for (const [index, given] of value.entries()) yield* problemsOf(given as Json, shape.list, `${path}[${index}]`);
  }
}

const fits = (value: Json | undefined, shape: Shape): boolean => {
  if (typeof shape === 'string') return shape === 'object' ? isJsonObject(value) : typeof value === shape;
  if ('oneOf' in shape) return typeof value === 'string' && shape.oneOf.includes(value);
  return 'list' in shape ? Array.isArray(value) : isJsonObject(value);
};

const typeOf = (shape: Shape): string => {
  if (typeof shape === 'string') return shape;
  if ('oneOf' in shape) return 'string';
  return 'list' in shape ? 'array' : 'object';
};
