import type { Json } from '@recourse/contract';
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from './problem.ts';

type Branch = readonly Problem[];

/** The problems of a value that fits no branch of a union: those of the one branch that it was meant for, if there is one. */
export const unionProblems = (
  tried: readonly Branch[],
  { path, keyword }: Pick<Problem, 'path' | 'keyword'>,
): readonly Problem[] => {
  const [only, another] = meantBranches(tried, path);
  if (only && !another) return only;
  const message = 'must match one of the alternatives in the schema';
  return [ofOtherTypes(tried, path) ?? { path, keyword, message, params: {} }];
};

/**
 * The branches that the value can have been meant for: not those of another type, nor those whose mark differs, such
 * as `kind: "circle"`.
 */
const meantBranches = (tried: readonly Branch[], path: string): readonly Branch[] =>
  tried.filter((found) => !found.some((problem) => isAboutWhole(problem, path) || isAboutMark(problem, path)));

const isAboutWhole = ({ path, keyword }: Problem, whole: string): boolean =>
  path === whole && (keyword === 'type' || keyword === 'const');

const isAboutMark = ({ path, keyword, expected }: Problem, whole: string): boolean =>
  path.startsWith(`${whole}/`) &&
  !path.slice(whole.length + 1).includes('/') &&
  (keyword === 'const' || keyword === 'enum') &&
  Array.isArray(expected) &&
  expected.length === 1;

/** A union of types, none of which the value has: the same as a list of types. */
const ofOtherTypes = (tried: readonly Branch[], path: string): Problem | undefined => {
  const found = tried.map(([problem, another]) => (another ? undefined : problem));
  if (!found.every((problem) => problem?.keyword === 'type' && problem.path === path)) return undefined;
  const [first] = found;
  const types = found.flatMap((problem) => (problem?.expected === undefined ? [] : [problem.expected].flat()));
  const meant = distinct(found.flatMap((problem) => (problem?.suggestion === undefined ? [] : [problem.suggestion])));
  return {
    path,
    keyword: 'type',
    message: `must be ${types.join(' or ')}`,
    params: { type: types },
    expected: types,
    ...(first?.received !== undefined && { received: first.received }),
    ...(meant.length === 1 && { suggestion: meant[0] as Json }),
  };
};

/** The values without repetitions: `integer` and `number` make the same of a string. */
export const distinct = (values: readonly Json[]): readonly Json[] =>
  values.filter((value, index) => values.findIndex((other) => isDeepStrictEqual(other, value)) === index);
