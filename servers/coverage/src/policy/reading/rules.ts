import { findSimilar } from '@recourse/contract';
import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import type { YamlTree } from '@recourse/yaml';
import type { Finding } from './tree.ts';

export type Report = (finding: Finding) => void;

/** Reads one value. An invalid value is reported and read as undefined; `null` counts as absent. */
export type Rule<Value> = (tree: YamlTree, key: string, report: Report) => Value | undefined;

type ReadBy<Shape> = { readonly [Key in keyof Shape]?: Shape[Key] extends Rule<infer Value> ? Value : never };

const isNothing = (tree: YamlTree): boolean => tree.kind === 'value' && tree.value === null;

const kindOf = (tree: YamlTree): string => {
  if (tree.kind !== 'value') return tree.kind;
  return tree.value === null ? 'nothing' : typeof tree.value;
};

const wholeFile = 'the file';

const wrong = (tree: YamlTree, key: string, expected: string, report: Report): undefined => {
  const subject = key === wholeFile ? key : `'${key}'`;
  report({ offset: tree.offset, key, reason: `${subject} must be ${expected}, but is a ${kindOf(tree)}` });
};

/** A map with these keys and no others. */
export const section =
  <Shape extends Readonly<Record<string, Rule<unknown>>>>(shape: Shape): Rule<ReadBy<Shape>> =>
  (tree, key, report) => {
    if (isNothing(tree)) return undefined;
    if (tree.kind !== 'map') return wrong(tree, key || wholeFile, 'a map', report);
    const read: Record<string, unknown> = {};
    for (const [name, entry] of tree.entries) {
      const path = key === '' ? name : `${key}.${name}`;
      const rule = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (rule === undefined) report(unknownKey(entry.offset, path, name, Object.keys(shape)));
      else {
        const value = rule(entry.value, path, report);
        if (value !== undefined) read[name] = value;
      }
    }
    return read as ReadBy<Shape>;
  };

const unknownKey = (offset: number, path: string, key: string, known: readonly string[]): Finding => {
  const nearest = findSimilar(key, known, { most: 1 })[0]?.ref;
  return {
    offset,
    key: path,
    reason: `'${path}' is not a known key`,
    suggestion: nearest === undefined ? `known keys: ${known.join(', ')}` : `did you mean '${nearest}'?`,
  };
};

/** A list of at most `most` items. */
export const list =
  <Value>(rule: Rule<Value>, { most = 200 }: { readonly most?: number } = {}): Rule<readonly Value[]> =>
  (tree, key, report) => {
    if (isNothing(tree)) return undefined;
    if (tree.kind !== 'list') return wrong(tree, key, 'a list', report);
    if (tree.items.length > most) {
      report({ offset: tree.offset, key, reason: `'${key}' has more than ${most} items` });
      return undefined;
    }
    return tree.items.flatMap((item, index) => {
      const place = `${key}[${index}]`;
      if (isNothing(item)) report({ offset: item.offset, key: place, reason: `'${place}' is empty` });
      return rule(item, place, report) ?? [];
    });
  };

/** A string of one line. `problem` adds a check and returns the reason if it fails. */
export const text =
  ({
    longest = 256,
    problem,
  }: { readonly longest?: number; readonly problem?: (value: string) => string | undefined } = {}): Rule<string> =>
  (tree, key, report) => {
    if (isNothing(tree)) return undefined;
    if (tree.kind !== 'value' || typeof tree.value !== 'string') return wrong(tree, key, 'a string', report);
    const reason = textProblem(tree.value, longest) ?? problem?.(tree.value);
    if (reason === undefined) return tree.value;
    report({ offset: tree.offset, key, reason: `'${key}' is invalid: ${reason}` });
    return undefined;
  };

const textProblem = (value: string, longest: number): string | undefined => {
  if (value.trim() === '') return 'it is empty';
  if (value.length > longest) return `it is longer than ${longest} characters`;
  return hasHiddenCharacters(value) ? 'it contains invisible characters' : undefined;
};

/** One of these strings. */
export const oneOf =
  <const Value extends string>(values: readonly Value[]): Rule<Value> =>
  (tree, key, report) => {
    if (isNothing(tree)) return undefined;
    if (tree.kind !== 'value' || typeof tree.value !== 'string') return wrong(tree, key, 'a string', report);
    const found = values.find((value) => value === tree.value);
    if (found === undefined) {
      const nearest = findSimilar(tree.value.slice(0, 64), values, { most: 1 })[0]?.ref;
      const suggestion = nearest === undefined ? `use one of: ${values.join(', ')}` : `did you mean '${nearest}'?`;
      report({ offset: tree.offset, key, reason: `'${key}' has an unknown value`, suggestion });
    }
    return found;
  };

/** From 0 to 100, with four decimals at most. */
export const percent: Rule<number> = (tree, key, report) => {
  if (isNothing(tree)) return undefined;
  if (tree.kind !== 'value' || typeof tree.value !== 'number') return wrong(tree, key, 'a number', report);
  const { value, offset } = tree;
  if (!(value >= 0 && value <= 100)) {
    report({ offset, key, reason: `'${key}' must be between 0 and 100` });
    return undefined;
  }
  if (Math.round(value * 10_000) / 10_000 === value) return value;
  report({ offset, key, reason: `'${key}' has more than four decimal places` });
  return undefined;
};

export const flag: Rule<boolean> = (tree, key, report) => {
  if (isNothing(tree)) return undefined;
  return tree.kind === 'value' && typeof tree.value === 'boolean'
    ? tree.value
    : wrong(tree, key, 'true or false', report);
};

/** The version of the format, of which there is one. */
export const formatVersion: Rule<number> = (tree, key, report) => {
  if (isNothing(tree)) return undefined;
  if (tree.kind === 'value' && (tree.value === 1 || tree.value === 0)) return 1;
  report({ offset: tree.offset, key, reason: `'${key}' must be 1` });
  return undefined;
};
