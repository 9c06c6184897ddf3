import type { YamlTree } from '@recourse/yaml';
import { badName, clip, missing, nearest } from './findings.ts';
import { keyPlace, placeOf } from './place.ts';
import type { Place } from './place.ts';
import { isMapPlace, refuse } from './rule.ts';
import type { Rule } from './rule.ts';

type ValueOf<Any> = Any extends Rule<infer Value> ? Value : never;

type Fields = Readonly<Record<string, Rule<unknown>>>;

/** The values read from a map, by key. */
export interface Section<Table extends Fields> {
  readonly place: Place;
  /** Undefined if it was not given, or wrong. */
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
    if (!isMapPlace(place)) return refuse(place, 'fields', report);
    const { entries } = place.tree;
    const values: Record<string, unknown> = {};
    for (const [key, entry] of entries) {
      const rule = Object.hasOwn(table, key) ? table[key] : undefined;
      if (!rule) report(unknownField(keyPlace(place, key), key, known, options));
      // An empty field is a field that does not exist.
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
  return badName(place, `Field '${clip(place.path)}' is not allowed here`, {
    suggestion,
    ...(confidential && { confidential }),
  });
};

const isEmpty = (tree: YamlTree): boolean => tree.kind === 'value' && tree.value === null;
const isGiven = (tree: YamlTree | undefined): boolean => tree !== undefined && !isEmpty(tree);
