import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@recourse/contract';
import type { Failure, Json, JsonObject } from '@recourse/contract';
import { asSent } from '../schema/as-sent.ts';
import { meantName, meantOption, meantValue } from '../schema/meant-name.ts';
import { parseExactly } from '../schema/parse-exactly.ts';

export interface Corrected {
  readonly arguments: JsonObject;
  /** The names of the changed arguments, without values. */
  readonly changes: readonly string[];
}

/**
 * Corrects one problem and returns what it changed: an empty string if it was corrected before, undefined if it cannot
 * be.
 */
type Correction = (args: Record<string, unknown>) => string | undefined;

/**
 * The arguments with every problem corrected, or undefined. A suggestion is used only if the caller's own value
 * supports it: the same value in another type, or a name that is nearly the one that was sent and the only such name. A
 * server that suggests anything else is not followed.
 */
export const correct = (
  args: JsonObject,
  failure: Failure,
  { mayDrop }: { readonly mayDrop: boolean },
): Corrected | undefined => {
  const problems: unknown = failure.details?.['problems'];
  if (failure.category !== 'validation' || !Array.isArray(problems) || problems.length === 0 || problems.length > 20)
    return undefined;
  const corrected = asSent(args) as Record<string, unknown> | undefined;
  if (corrected === undefined) return undefined;
  const changes: string[] = [];
  const needed = new Set(problems.filter(isMissing).map(missingPointer));
  const options = { mayDrop, isNeeded: (pointer: string) => needed.has(pointer) };
  // A missing argument may be present once a misspelt one has its name.
  for (const problem of [...problems].sort((one, other) => Number(isMissing(one)) - Number(isMissing(other)))) {
    const change = isJsonObject(problem) ? correctionOf(problem, options)?.(corrected) : undefined;
    if (change === undefined) return undefined;
    if (change !== '') changes.push(change);
  }
  return changes.length > 0 ? { arguments: corrected as JsonObject, changes } : undefined;
};

const isMissing = (problem: unknown): problem is JsonObject =>
  isJsonObject(problem) && problem['keyword'] === 'required';

const missingPointer = ({ path, params }: JsonObject): string =>
  `${String(path)}/${String(isJsonObject(params) ? params['missingProperty'] : '')}`;

interface Renaming {
  readonly mayDrop: boolean;
  /** Whether the call lacks a required argument of this name. */
  readonly isNeeded: (pointer: string) => boolean;
}

const correctionOf = (problem: JsonObject, options: Renaming): Correction | undefined => {
  const { path, keyword, suggestion, params, expected } = problem;
  if (typeof path !== 'string') return undefined;
  switch (keyword) {
    case 'type':
      return (args) => replace(args, path, suggestion, isSameValue);
    case 'enum':
      return (args) => replace(args, path, suggestion, (sent, meant) => isOnlyNear(sent, meant, expected));
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const named = isJsonObject(params) ? (params['additionalProperty'] ?? params['unevaluatedProperty']) : undefined;
      return typeof named === 'string' ? (args) => rename(args, path, named, { ...options, suggestion }) : undefined;
    }
    case 'required': {
      const missing = isJsonObject(params) ? params['missingProperty'] : undefined;
      return (args) => {
        const holder = path === '' ? args : findHolder(args, path);
        return holder && typeof missing === 'string' && Object.hasOwn(holder, missing) ? '' : undefined;
      };
    }
    default:
      return undefined;
  }
};

const replace = (
  args: Record<string, unknown>,
  path: string,
  suggestion: Json | undefined,
  fits: (sent: unknown, meant: Json) => boolean,
): string | undefined => {
  const place = findPlace(args, path);
  if (!place || suggestion === undefined || !fits(place.holder[place.name], suggestion)) return undefined;
  place.holder[place.name] = suggestion;
  return `'${path.slice(1)}'`;
};

/** Nothing is lost and nothing guessed: written out, both are the same. */
const isSameValue = (sent: unknown, meant: Json): boolean => {
  if (typeof sent === 'string' && (typeof meant === 'number' || typeof meant === 'boolean'))
    return String(meant) === sent;
  if (typeof meant === 'string' && (typeof sent === 'number' || typeof sent === 'boolean'))
    return String(sent) === meant;
  if (typeof sent !== 'string' || typeof meant !== 'object') return false;
  return isDeepStrictEqual(parseExactly(sent), meant);
};

const isOnlyNear = (sent: unknown, meant: Json, expected: Json | undefined): boolean => {
  if (typeof sent !== 'string' || typeof meant !== 'string' || !Array.isArray(expected)) return false;
  const names = (expected as readonly Json[])
    .filter((name): name is string => typeof name === 'string')
    .slice(0, 1_000);
  return meantValue(sent, names) === meant;
};

const rename = (
  args: Record<string, unknown>,
  path: string,
  named: string,
  { suggestion, mayDrop, isNeeded }: Renaming & { readonly suggestion: Json | undefined },
): string | undefined => {
  const holder = path === '' ? args : findHolder(args, path);
  if (!holder || !Object.hasOwn(holder, named)) return undefined;
  const value = holder[named];
  if (suggestion === undefined) {
    // A write without an argument could be another write.
    if (!mayDrop) return undefined;
    delete holder[named];
    return `'${named}' by removing it`;
  }
  if (typeof suggestion !== 'string' || isInherited(suggestion) || Object.hasOwn(holder, suggestion)) return undefined;
  const meant = isNeeded(`${path}/${suggestion}`) ? meantName : meantOption;
  if (meant(named, [suggestion]) === undefined) return undefined;
  delete holder[named];
  holder[suggestion] = value;
  return `'${named}' to '${suggestion}'`;
};

const isInherited = (name: string): boolean => name in {};

const findHolder = (args: Record<string, unknown>, path: string): Record<string, unknown> | undefined => {
  const place = findPlace(args, path);
  const holder = place?.holder[place.name];
  return isJsonObject(holder) ? holder : undefined;
};

/** Where a JSON Pointer leads in the caller's own arguments. */
const findPlace = (
  args: Record<string, unknown>,
  path: string,
): { readonly holder: Record<string, unknown>; readonly name: string } | undefined => {
  if (!path.startsWith('/') || path.length > 1_024) return undefined;
  const names = path
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop();
  let holder: unknown = args;
  for (const name of names) {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined;
    holder = (holder as Record<string, unknown>)[name];
  }
  if (last === undefined || typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, last))
    return undefined;
  return { holder: holder as Record<string, unknown>, name: last };
};
