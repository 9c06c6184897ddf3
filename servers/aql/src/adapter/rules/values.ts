import type { Json, JsonObject } from '@recourse/contract';
import { findHiddenCharacter } from '@recourse/contract/hidden-characters';
import type { YamlTree } from '@recourse/yaml';
import { caution, nearest, orList, wrong } from './findings.ts';
import { isMapPlace, refuse } from './rule.ts';
import type { Rule } from './rule.ts';

export interface TextOptions {
  readonly pattern?: RegExp;
  /** Describes a valid string, in words. */
  readonly expected?: string;
  readonly longest?: number;
  readonly suggestion?: string;
  /** The value may be a secret in the wrong place, and is not repeated. */
  readonly confidential?: true;
}

/** A non-empty string without hidden characters. Tabs and line ends are allowed. */
export const text =
  ({ pattern, expected = 'text', longest = 4000, suggestion, confidential }: TextOptions = {}): Rule<string> =>
  (place, report) => {
    const value = place.tree.kind === 'value' ? place.tree.value : undefined;
    const hidden = typeof value === 'string' ? findHiddenCharacter(value, { lines: true }) : undefined;
    const more = {
      ...(suggestion !== undefined && { suggestion }),
      ...(confidential && { confidential, actual: 'something else' }),
    };
    if (typeof value !== 'string') {
      const quote = typeof value === 'number' || typeof value === 'boolean' ? { suggestion: 'put it in quotes' } : {};
      report(wrong(place, expected, { ...quote, ...more }));
    } else if (value.trim() === '') report(wrong(place, expected, { actual: 'an empty string', ...more }));
    else if (value.length > longest) {
      report(wrong(place, `${longest} characters or fewer`, { actual: `${value.length} characters`, ...more }));
    } else if (hidden) {
      const actual = `the hidden character ${hidden.codePoint}`;
      report(wrong(place, `${expected} without hidden characters`, { actual, ...more }));
    } else if (pattern && !pattern.test(value)) report(wrong(place, expected, more));
    else return value;
    return undefined;
  };

export const boolean: Rule<boolean> = (place, report) => {
  if (place.tree.kind === 'value' && typeof place.tree.value === 'boolean') return place.tree.value;
  report(wrong(place, 'true or false'));
  return undefined;
};

export const number =
  ({
    least = -Infinity,
    most = Infinity,
    whole = false,
  }: { least?: number; most?: number; whole?: boolean } = {}): Rule<number> =>
  (place, report) => {
    const value = place.tree.kind === 'value' ? place.tree.value : undefined;
    const noun = whole ? 'a whole number' : 'a number';
    const expected = [noun, Number.isFinite(least) && `from ${least}`, Number.isFinite(most) && `up to ${most}`];
    const fits =
      typeof value === 'number' && value >= least && value <= most && (!whole || Number.isSafeInteger(value));
    if (fits) return value;
    report(wrong(place, expected.filter(Boolean).join(' ')));
    return undefined;
  };

/** One of several names; `others` are the names of the other dialect, and what they are here. */
export const oneOf = <const Name extends string>(
  names: readonly Name[],
  others: Readonly<Record<string, Name>> = {},
): Rule<Name> => {
  const all = [...names, ...Object.keys(others)];
  return (place, report) => {
    const value = place.tree.kind === 'value' ? place.tree.value : undefined;
    const own = names.find((name) => name === value);
    if (own !== undefined) return own;
    if (typeof value === 'string' && Object.hasOwn(others, value)) return others[value];
    const meant = typeof value === 'string' ? nearest(value, all) : undefined;
    report(wrong(place, orList(names), meant === undefined ? {} : { suggestion: `did you mean '${meant}'?` }));
    return undefined;
  };
};

/** Any JSON. */
export const json: Rule<Json> = (place) => toJson(place.tree);

/** A JSON object. */
export const jsonObject: Rule<JsonObject> = (place, report) =>
  isMapPlace(place) ? (toJson(place.tree) as JsonObject) : refuse(place, 'fields', report);

const toJson = (tree: YamlTree): Json => {
  if (tree.kind === 'value') return tree.value;
  if (tree.kind === 'list') return tree.items.map(toJson);
  return Object.fromEntries([...tree.entries].map(([key, { value }]) => [key, toJson(value)]));
};

/** Two spellings of one field: a short one where a value stands alone, and one with fields. */
export const either =
  <Short, Long>(short: Rule<Short>, long: Rule<Long>): Rule<Short | Long> =>
  (place, report) =>
    place.tree.kind === 'value' ? short(place, report) : long(place, report);

/** A known field that has no effect here. `warning` says what will not be done. */
export const ignored =
  (warning?: string): Rule<never> =>
  (place, report) => {
    if (warning !== undefined) report(caution(place, warning));
    return undefined;
  };
