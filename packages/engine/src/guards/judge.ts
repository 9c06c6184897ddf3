import type { JsonObject } from '@recourse/contract';
import { findHiddenCharacter } from '@recourse/contract/hidden-characters';
import { argv } from './argv.ts';
import { code } from './code.ts';
import { duration } from './duration.ts';
import { flag } from './flag.ts';
import { gitRef } from './git-ref.ts';
import { refuse } from './guard.ts';
import type { Guard, GuardKind, GuardSettings, ListGuard, Refusal, Verdict } from './guard.ts';
import { identifier } from './identifier.ts';
import { defaultMaxLength } from './max-length.ts';
import { path } from './path.ts';
import { pattern } from './pattern.ts';
import { repositoryPath } from './repository-path.ts';
import { shellWord } from './shell-word.ts';
import { url } from './url.ts';

const guards: Readonly<Record<Exclude<GuardKind, 'argv'>, Guard>> = {
  path,
  repositoryPath,
  flag,
  shellWord,
  identifier,
  duration,
  gitRef,
  url,
  pattern,
  code,
};
const listGuards: Readonly<Record<'argv', ListGuard>> = { argv };

/** The entrance to every guard. It makes the checks that apply to all kinds, so that no guard can forget one. */
export const judge = async (
  kind: GuardKind,
  value: string,
  options: JsonObject,
  settings: GuardSettings,
): Promise<Verdict> => {
  const problem = generalProblem(kind, value, options);
  if (problem) return problem;
  if (kind !== 'argv') return guards[kind](value, options, settings);
  const [verdict] = await listGuards.argv([value], options, settings);
  return verdict ?? refuse('empty', 'it is empty');
};

/** Judges the items of an array: together if their kind requires it, otherwise each by itself. */
export const judgeList = async (
  kind: GuardKind,
  values: readonly string[],
  options: JsonObject,
  settings: GuardSettings,
): Promise<readonly Verdict[]> => {
  if (kind !== 'argv') return Promise.all(values.map((value) => judge(kind, value, options, settings)));
  const problems = values.map((value) => generalProblem(kind, value, options));
  const verdicts = await listGuards.argv(values, options, settings);
  return problems.map((problem, index) => problem ?? verdicts[index] ?? refuse('unchecked', 'it was not checked'));
};

const generalProblem = (kind: GuardKind, value: string, options: JsonObject): Refusal | undefined => {
  const maxLength = typeof options['maxLength'] === 'number' ? options['maxLength'] : defaultMaxLength[kind];
  if (value.length > maxLength) return refuse('too_long', `it is longer than ${maxLength} characters`);
  const found = findHiddenCharacter(value, { lines: kind === 'code' });
  if (!found) return value === '' && options['root'] !== true ? refuse('empty', 'it is empty') : undefined;
  const { offset, codePoint } = found;
  return refuse('control_chars', 'it contains control or hidden characters', { offset, code_point: codePoint });
};
