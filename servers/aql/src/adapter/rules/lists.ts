import type { Report } from './findings.ts';
import { wrong } from './findings.ts';
import { keyPlace, placeOf } from './place.ts';
import type { Place } from './place.ts';
import { isMapPlace, isListPlace, refuse } from './rule.ts';
import type { Rule } from './rule.ts';

/** A list; items that are wrong are left out, and reported. */
export const list =
  <Value>(rule: Rule<Value>, { least = 0, most = 1000 } = {}): Rule<readonly Value[]> =>
  (place, report) => {
    if (!isListPlace(place)) return refuse(place, 'a list', report);
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
    if (isListPlace(place)) return list(rule)(place, report);
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
    if (!isMapPlace(place)) return refuse(place, 'fields', report);
    return [...place.tree.entries.keys()].flatMap((key) => {
      const inner = placeOf(place, key);
      const fine = name(key, keyPlace(place, key), report);
      const value = rule(inner, report);
      return value === undefined || !fine ? [] : [{ name: key, value, place: inner }];
    });
  };
