import type { YamlList, YamlMap } from '@recourse/yaml';
import { wrong } from './findings.ts';
import type { Report } from './findings.ts';
import type { Place } from './place.ts';

/** Reads one value. Reports an invalid value and returns undefined. */
export type Rule<Value> = (place: Place, report: Report) => Value | undefined;

export const isMapPlace = (place: Place): place is Place & { readonly tree: YamlMap } => place.tree.kind === 'map';
export const isListPlace = (place: Place): place is Place & { readonly tree: YamlList } => place.tree.kind === 'list';

/** Reports that something else was expected, and answers nothing. */
export const refuse = (place: Place, expected: string, report: Report): undefined => {
  report(wrong(place, expected));
  return undefined;
};
