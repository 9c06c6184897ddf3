import type { CodeDefinition, CodeSet } from '@recourse/contract';
import { nameOfSet } from '../registries/known-sets.ts';
import { nearest } from '../terminal/did-you-mean.ts';

/** A code with the set that declares it. */
export interface FoundCode {
  readonly set: CodeSet;
  readonly code: string;
}

/** The codes of a name, in any case, with or without its namespace before a colon or a dot. */
export const findCodes = (wanted: string, sets: readonly CodeSet[]): readonly FoundCode[] => {
  const [, namespace, name = ''] = /^(?:([^:.]+)[:.])?(.*)$/.exec(wanted) ?? [];
  const code = name.toUpperCase().replaceAll('-', '_');
  return sets
    .filter((set) => namespace === undefined || nameOfSet(set) === namespace.toLowerCase())
    .filter((set) => Object.hasOwn(set.definitions, code))
    .map((set) => ({ set, code }));
};

/** The names nearest to an unknown code, as they can be typed. */
export const nearestCodes = (wanted: string, sets: readonly CodeSet[]): readonly string[] => {
  const names = sets.flatMap((set) =>
    Object.values<CodeDefinition>(set.definitions).map(({ namespace, code }) => ({
      code,
      name: namespace === null ? code : `${namespace}:${code}`,
    })),
  );
  const codes = nearest(
    wanted.replace(/^[^:.]+[:.]/, ''),
    names.map(({ code }) => code),
  );
  return codes.flatMap((code) => names.filter((entry) => entry.code === code).map(({ name }) => name));
};
