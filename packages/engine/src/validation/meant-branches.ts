import type { Json } from '@recourse/contract';
import type { ErrorObject } from 'ajv';
import { readChoice } from '../fields/choices.ts';

/**
 * Where a value fits no branch of a union, Ajv complains about every branch. The caller meant one of them: the one
 * whose constants fit, and of those the one with the least wrong. Only its problems are kept. A choice between fields
 * is one problem: none of its branches was meant.
 */
export const meantBranches = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const union = errors.find((error) => (error.keyword === 'anyOf' || error.keyword === 'oneOf') && !isChoice(error));
  if (!union) return withoutChoiceBranches(errors);
  const prefix = `${union.schemaPath}/`;
  const branches = new Map<string, ErrorObject[]>();
  const others: ErrorObject[] = [];
  for (const error of errors) {
    if (error === union) continue;
    if (!error.schemaPath.startsWith(prefix) || !error.instancePath.startsWith(union.instancePath)) {
      others.push(error);
      continue;
    }
    const branch = error.schemaPath.slice(prefix.length).split('/', 1)[0] ?? '';
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  const best = [...branches.values()].sort((one, other) => cost(one, union) - cost(other, union))[0];
  // A branch that is only a type says less than the union itself.
  const kept = best ?? [union];
  return meantBranches([...others, ...kept].filter((error) => error !== union || !best));
};

const isChoice = ({ keyword, schema }: ErrorObject): boolean =>
  keyword === 'oneOf' && readChoice({ oneOf: schema as Json }) !== undefined;

const withoutChoiceBranches = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const prefixes = errors.filter(isChoice).map(({ schemaPath }) => `${schemaPath}/`);
  if (prefixes.length === 0) return errors;
  return errors.filter(({ schemaPath }) => !prefixes.some((prefix) => schemaPath.startsWith(prefix)));
};

/** A wrong constant or a wrong type of the whole value: another branch was meant. */
const cost = (errors: readonly ErrorObject[], union: ErrorObject): number =>
  errors.reduce((sum, { keyword, instancePath }) => {
    const wrongBranch = keyword === 'const' || (keyword === 'type' && instancePath === union.instancePath);
    return sum + (wrongBranch ? 100 : 1);
  }, 0);
