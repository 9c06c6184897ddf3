import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { isDeepStrictEqual } from 'node:util';
import { convert } from './convert.ts';
import { findNameProblems } from './find-name-problems.ts';
import { isOfType, jsonType } from './json-type.ts';
import { meantValue } from './meant-name.ts';
import type { Problem } from './problem.ts';
import { distinct, unionProblems } from './union-problems.ts';

const mostProblems = 20;
const mostSteps = 20_000;
const deepest = 32;

/**
 * The problems of arguments with a schema that a server has listed. It finds only what is certain: keywords that it
 * does not know, references that lead out of the schema, patterns and formats are left to the server.
 */
export const findProblems = (schema: JsonObject, args: JsonObject): readonly Problem[] =>
  new Search(schema).problemsOf(schema, args, '', 0).slice(0, mostProblems);

class Search {
  private steps = 0;
  private readonly root: JsonObject;

  constructor(root: JsonObject) {
    this.root = root;
  }

  problemsOf(given: unknown, value: unknown, path: string, depth: number): readonly Problem[] {
    this.steps += 1;
    if (this.steps > mostSteps || depth > deepest) return [];
    if (!isJsonObject(given)) return [];
    const { $ref: reference } = given;
    if (typeof reference === 'string') return this.problemsOf(this.resolve(reference), value, path, depth + 1);
    const wrongType = typeProblem(given, value, path);
    if (wrongType) return [wrongType];
    return [
      ...valueProblems(given, value, path),
      ...(isJsonObject(value) ? this.insideObject(given, value, path, depth) : []),
      ...(Array.isArray(value) ? this.insideArray(given, value, path, depth) : []),
      ...this.ofBranches(given, value, path, depth),
    ];
  }

  private insideObject(schema: JsonObject, value: JsonObject, path: string, depth: number): readonly Problem[] {
    const { properties, patternProperties, additionalProperties } = schema;
    const declared = isJsonObject(properties) ? properties : {};
    // A name that is not declared may match a pattern, and patterns are left to the server.
    const ofOthers = patternProperties === undefined ? additionalProperties : undefined;
    const problems = [...findNameProblems(schema, value, path)];
    for (const [name, inner] of Object.entries(value)) {
      if (problems.length >= mostProblems) break;
      const own = Object.hasOwn(declared, name) ? declared[name] : ofOthers;
      // A caller that leaves a value undefined leaves it out.
      if (inner !== undefined) problems.push(...this.problemsOf(own, inner, `${path}/${escaped(name)}`, depth + 1));
    }
    return problems;
  }

  private insideArray(
    { prefixItems, items }: JsonObject,
    value: readonly unknown[],
    path: string,
    depth: number,
  ): readonly Problem[] {
    const first = Array.isArray(prefixItems) ? (prefixItems as readonly Json[]) : [];
    const problems: Problem[] = [];
    for (const [index, inner] of value.entries()) {
      if (problems.length >= mostProblems || this.steps > mostSteps) break;
      const own = index < first.length ? first[index] : items;
      problems.push(...this.problemsOf(own, inner, `${path}/${index}`, depth + 1));
    }
    return problems;
  }

  /** All of `allOf`; of a union only that no branch fits, with the problems of the branch where that is the only one. */
  private ofBranches({ allOf, anyOf, oneOf }: JsonObject, value: unknown, path: string, depth: number): Problem[] {
    const problems = (Array.isArray(allOf) ? (allOf as readonly Json[]) : []).flatMap((branch) =>
      this.problemsOf(branch, value, path, depth + 1),
    );
    for (const [keyword, union] of Object.entries({ anyOf, oneOf })) {
      if (!Array.isArray(union) || union.length === 0) continue;
      const tried = (union as readonly Json[]).map((branch) => this.problemsOf(branch, value, path, depth + 1));
      if (tried.some((found) => found.length === 0)) continue;
      problems.push(...unionProblems(tried, { path, keyword }));
    }
    return problems;
  }

  private resolve(reference: string): unknown {
    if (reference === '#') return this.root;
    if (!reference.startsWith('#/')) return undefined;
    let found: unknown = this.root;
    for (const step of reference.slice(2).split('/')) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      if (!isJsonObject(found) || !Object.hasOwn(found, name)) return undefined;
      found = found[name];
    }
    return found;
  }
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const typeProblem = ({ type, nullable }: JsonObject, value: unknown, path: string): Problem | undefined => {
  const types = (Array.isArray(type) ? (type as readonly Json[]) : [type]).filter((name) => typeof name === 'string');
  if (types.length === 0 || types.some((name) => isOfType(value, name))) return undefined;
  if (nullable === true && value === null) return undefined;
  const meant = distinct(types.map((name) => convert(value, name)).filter((converted) => converted !== undefined));
  return {
    path,
    keyword: 'type',
    message: `must be ${types.join(' or ')}`,
    params: { type: types },
    expected: types.length === 1 ? (types[0] as string) : types,
    received: jsonType(value),
    ...(meant.length === 1 && { suggestion: meant[0] as Json }),
  };
};

const valueProblems = (schema: JsonObject, value: unknown, path: string): readonly Problem[] => {
  const { enum: allowed, const: constant } = schema;
  if (value === null && schema['nullable'] === true) return [];
  const values = Array.isArray(allowed) ? (allowed as readonly Json[]) : constant === undefined ? [] : [constant];
  if (values.length > 0 && !values.some((one) => isDeepStrictEqual(one, value)))
    return [enumProblem(values, value, path, Array.isArray(allowed) ? 'enum' : 'const')];
  return bounds.flatMap(({ keyword, measure, fits, words, unit }) => {
    const limit = schema[keyword];
    const measured = measure(value);
    if (typeof limit !== 'number' || measured === undefined || fits(measured, limit)) return [];
    return [
      {
        path,
        keyword,
        message: `${words} ${withUnit(limit, unit)}`,
        params: { limit },
        expected: limit,
        received: measured,
      },
    ] satisfies Problem[];
  });
};

const enumProblem = (values: readonly Json[], value: unknown, path: string, keyword: string): Problem => {
  const names = values.filter((one): one is string => typeof one === 'string');
  const meant = typeof value === 'string' ? meantValue(value, names) : undefined;
  return {
    path,
    keyword,
    message: 'must be one of the allowed values',
    params: {},
    expected: values,
    ...(meant !== undefined && { suggestion: meant }),
  };
};

const ofNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const ofText = (value: unknown): number | undefined =>
  // By characters, as JSON Schema counts.
  typeof value === 'string' ? Array.from(value).length : undefined;
const ofList = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);
const atLeast = (measured: number, limit: number): boolean => measured >= limit;
const atMost = (measured: number, limit: number): boolean => measured <= limit;

const withUnit = (limit: number, unit?: string): string =>
  unit === undefined ? String(limit) : `${limit} ${unit}${limit === 1 ? '' : 's'}`;

// A table reads by the row:
// prettier-ignore
const bounds = [
  { keyword: 'minimum', measure: ofNumber, fits: atLeast, words: 'must be at least' },
  { keyword: 'maximum', measure: ofNumber, fits: atMost, words: 'must be at most' },
  { keyword: 'exclusiveMinimum', measure: ofNumber, fits: (value: number, limit: number) => value > limit, words: 'must be more than' },
  { keyword: 'exclusiveMaximum', measure: ofNumber, fits: (value: number, limit: number) => value < limit, words: 'must be less than' },
  { keyword: 'minLength', measure: ofText, fits: atLeast, words: 'must have at least', unit: 'character' },
  { keyword: 'maxLength', measure: ofText, fits: atMost, words: 'must have at most', unit: 'character' },
  { keyword: 'minItems', measure: ofList, fits: atLeast, words: 'must have at least', unit: 'item' },
  { keyword: 'maxItems', measure: ofList, fits: atMost, words: 'must have at most', unit: 'item' },
];
