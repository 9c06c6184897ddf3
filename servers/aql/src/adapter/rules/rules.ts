import type { Json, JsonObject } from '@recourse/contract';
import type { Branch, Row, Tree } from '../text/tree.ts';
import { badName, clip, missing, nearest, orList, wrong } from './findings.ts';
import type { Report } from './findings.ts';
import { joinPath, keyPlace, placeOf } from './place.ts';
import type { Place } from './place.ts';

/** Reads one value. What it cannot take it reports, and answers undefined. */
export type Rule<Value> = (place: Place, report: Report) => Value | undefined;
type ValueOf<Any> = Any extends Rule<infer Value> ? Value : never;

export interface TextOptions {
  readonly pattern?: RegExp;
  /** What a text has to be, in words. */
  readonly expected?: string;
  readonly longest?: number;
  readonly suggestion?: string;
  /** The value may be a secret in the wrong place, and is not repeated. */
  readonly confidential?: true;
}

/** A text; not empty, and without control characters besides line ends and tabs. */
export const text =
  ({ pattern, expected = 'text', longest = 4000, suggestion, confidential }: TextOptions = {}): Rule<string> =>
  (place, report) => {
    const value = place.tree.kind === 'leaf' ? place.tree.value : undefined;
    const more = {
      ...(suggestion !== undefined && { suggestion }),
      ...(confidential && { confidential, actual: 'something else' }),
    };
    if (typeof value !== 'string') {
      const quote = typeof value === 'number' || typeof value === 'boolean' ? { suggestion: 'put it in quotes' } : {};
      report(wrong(place, expected, { ...quote, ...more }));
    } else if (value.trim() === '') report(wrong(place, expected, { actual: 'an empty text', ...more }));
    else if (value.length > longest) {
      report(wrong(place, `${longest} characters or fewer`, { actual: `${value.length} characters`, ...more }));
    } else if (/[^\P{Cc}\r\n\t]|\p{Cs}/u.test(value)) {
      report(wrong(place, `${expected} without control characters`, { actual: 'a control character', ...more }));
    } else if (pattern && !pattern.test(value)) report(wrong(place, expected, more));
    else return value;
    return undefined;
  };

export const boolean: Rule<boolean> = (place, report) => {
  if (place.tree.kind === 'leaf' && typeof place.tree.value === 'boolean') return place.tree.value;
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
    const value = place.tree.kind === 'leaf' ? place.tree.value : undefined;
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
    const value = place.tree.kind === 'leaf' ? place.tree.value : undefined;
    const own = names.find((name) => name === value);
    if (own !== undefined) return own;
    if (typeof value === 'string' && Object.hasOwn(others, value)) return others[value];
    const meant = typeof value === 'string' ? nearest(value, all) : undefined;
    report(wrong(place, orList(names), meant === undefined ? {} : { suggestion: `did you mean '${meant}'?` }));
    return undefined;
  };
};

/** A list; items that are wrong are left out, and reported. */
export const list =
  <Value>(rule: Rule<Value>, { least = 0, most = 1000 } = {}): Rule<readonly Value[]> =>
  (place, report) => {
    if (!isRow(place)) return refuse(place, 'a list', report);
    const { items } = place.tree;
    if (items.length < least || items.length > most) {
      report(wrong(place, `${least} to ${most} items`, { actual: items.length }));
    }
    return items.slice(0, most).flatMap((tree, index) => {
      const value = rule({ path: `${place.path}[${index}]`, offset: tree.offset, tree }, report);
      return value === undefined ? [] : [value];
    });
  };

/** A value or a list of such values. */
export const oneOrMore =
  <Value>(rule: Rule<Value>): Rule<readonly Value[]> =>
  (place, report) => {
    if (isRow(place)) return list(rule)(place, report);
    const value = rule(place, report);
    return value === undefined ? undefined : [value];
  };

export interface Named<Value> {
  readonly name: string;
  readonly value: Value;
  readonly place: Place;
}

/** Values under names that the author chose. `name` judges a name, and says with a report what is wrong with it. */
export const named =
  <Value>(
    rule: Rule<Value>,
    name: (name: string, key: Place, report: Report) => boolean,
  ): Rule<readonly Named<Value>[]> =>
  (place, report) => {
    if (!isBranch(place)) return refuse(place, 'fields', report);
    return [...place.tree.entries.keys()].flatMap((key) => {
      const inner = placeOf(place, key);
      const fine = name(key, keyPlace(place, key), report);
      const value = rule(inner, report);
      return value === undefined || !fine ? [] : [{ name: key, value, place: inner }];
    });
  };

/** Any JSON. */
export const json: Rule<Json> = (place) => toJson(place.tree);

/** A JSON object. */
export const jsonObject: Rule<JsonObject> = (place, report) =>
  isBranch(place) ? (toJson(place.tree) as JsonObject) : refuse(place, 'fields', report);

const toJson = (tree: Tree): Json => {
  if (tree.kind === 'leaf') return tree.value;
  if (tree.kind === 'row') return tree.items.map(toJson);
  return Object.fromEntries([...tree.entries].map(([key, { value }]) => [key, toJson(value)]));
};

/** Two spellings of one field: a short one where a value stands alone, and one with fields. */
export const either =
  <Short, Long>(short: Rule<Short>, long: Rule<Long>): Rule<Short | Long> =>
  (place, report) =>
    place.tree.kind === 'leaf' ? short(place, report) : long(place, report);

/** A field that is known and read by nobody here. `warning` says what will not be done. */
export const ignored =
  (warning?: string): Rule<never> =>
  (place, report) => {
    if (warning !== undefined) {
      report({
        severity: 'warning',
        code: 'SCHEMA_INVALID_TYPE',
        message: warning,
        field_path: place.path,
        offset: place.offset,
      });
    }
    return undefined;
  };

type Fields = Readonly<Record<string, Rule<unknown>>>;

/** What was read under the keys of a table. */
export interface Section<Table extends Fields> {
  readonly place: Place;
  /** Undefined where it was not given, or wrong. */
  readonly is: { readonly [Key in keyof Table]: ValueOf<Table[Key]> | undefined };
  readonly has: (key: keyof Table & string) => boolean;
  readonly at: (key: keyof Table & string) => Place;
}

export interface FieldsOptions<Table extends Fields> {
  /** The fields that have to be there, and what they are. */
  readonly required?: { readonly [Key in keyof Table]?: string };
  /** What to say about an unknown field where the nearest name would mislead. */
  readonly advice?: Readonly<Record<string, string>>;
  /** Unknown fields may hold a secret. */
  readonly confidential?: true;
}

/** Values under the keys of a table, each by its own rule; a key that the table does not have is an error. */
export const fields = <const Table extends Fields>(
  table: Table,
  options: FieldsOptions<Table> = {},
): Rule<Section<Table>> => {
  const known = Object.keys(table);
  const requiredFields = Object.entries(options.required ?? {}) as readonly (readonly [string, string])[];
  return (place, report) => {
    if (!isBranch(place)) return refuse(place, 'fields', report);
    const { entries } = place.tree;
    const values: Record<string, unknown> = {};
    for (const [key, entry] of entries) {
      const rule = Object.hasOwn(table, key) ? table[key] : undefined;
      if (!rule) report(unknownField(keyPlace(place, key), key, known, options));
      // An empty field is a field that is not there.
      else if (!isEmpty(entry.value)) values[key] = rule(placeOf(place, key), report);
    }
    const has = (key: string): boolean => isGiven(entries.get(key)?.value);
    for (const [key, expected] of requiredFields) if (!has(key)) report(missing(placeOf(place, key), expected));
    return { place, is: values as Section<Table>['is'], has, at: (key) => placeOf(place, key) };
  };
};

const unknownField = (
  place: Place,
  key: string,
  known: readonly string[],
  { advice, confidential }: FieldsOptions<Fields>,
) => {
  const told = advice && Object.hasOwn(advice, key) ? advice[key] : undefined;
  const meant = nearest(key, known);
  const suggestion = told ?? (meant === undefined ? `use one of: ${known.join(', ')}` : `did you mean '${meant}'?`);
  return badName(place, `Field '${clip(place.path)}' is not known here`, {
    suggestion,
    ...(confidential && { confidential }),
  });
};

const isEmpty = (tree: Tree): boolean => tree.kind === 'leaf' && tree.value === null;
const isGiven = (tree: Tree | undefined): boolean => tree !== undefined && !isEmpty(tree);

export const isBranch = (place: Place): place is Place & { readonly tree: Branch } => place.tree.kind === 'branch';
export const isRow = (place: Place): place is Place & { readonly tree: Row } => place.tree.kind === 'row';

const refuse = (place: Place, expected: string, report: Report): undefined => {
  report(wrong(place, expected));
  return undefined;
};

export { joinPath };
