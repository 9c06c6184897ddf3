import type { Failure, Json, JsonObject } from '@recourse/contract';
import type { AdapterOperation } from '../../adapter/adapter.ts';
import type { FailWith } from '../exchange.ts';
import { ownParameter } from '../request/own-parameter.ts';
import { presetOf, presetsOf } from './presets.ts';

/** What to keep of an answer: these paths, or everything. */
export interface FieldSelection {
  readonly paths: readonly string[] | undefined;
}

const longestPath = 200;
const mostPaths = 200;
/** As upstreams name their members, in snake_case, camelCase or with hyphens. */
const pathPattern = '^[^.\\s]+(\\.[^.\\s]+)*$';
const path = new RegExp(pathPattern, 'u');

/** Reads `fields` (a preset or paths) and its older companion `preset`; both together keep what either names. */
export const readSelection = (
  operation: AdapterOperation,
  given: JsonObject,
  fail: FailWith,
): FieldSelection | Failure => {
  const asked = ['fields', 'preset'].filter((name) => given[name] !== undefined && !ownParameter(operation, name));
  if (asked.length === 0) return { paths: operation.defaultFields ?? presetOf(operation, usualPreset(operation)) };
  const found = asked.map((name) => pathsOf(operation, name, given[name] ?? null, fail));
  const paths: string[] = [];
  for (const each of found) {
    if (!('paths' in each)) return each;
    if (each.paths === undefined) return each;
    paths.push(...each.paths);
  }
  return { paths };
};

const pathsOf = (operation: AdapterOperation, param: string, value: Json, fail: FailWith): FieldSelection | Failure => {
  if (typeof value === 'string') {
    const presets = presetsOf(operation);
    if (presets.includes(value)) return { paths: presetOf(operation, value) };
    return fail('VALIDATION_INVALID_ENUM', { param_name: param, allowed_values: presets, value });
  }
  const paths = Array.isArray(value) ? (value as readonly Json[]) : [];
  const fits = (item: Json): item is string =>
    typeof item === 'string' && item.length <= longestPath && path.test(item);
  if (paths.length > 0 && paths.length <= mostPaths && paths.every(fits)) return { paths };
  return fail('VALIDATION_PATTERN_MISMATCH', { param_name: param, pattern: pathPattern, example: 'owner.login' });
};

/** MCP-AQL's default preset, for when neither the call nor the file chooses fields. */
const usualPreset = ({ name, paging }: AdapterOperation): string => {
  if (/^(?:search|find)_/.test(name)) return 'minimal';
  return paging || name.startsWith('list_') ? 'standard' : 'full';
};
