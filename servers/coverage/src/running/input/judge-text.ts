import { findHiddenCharacter } from '@recourse/contract/hidden-characters';
import type { Rejection } from '../plan.ts';
import { reject } from './rejection.ts';

/** Characters that look like a hyphen; some systems turn them into one on the way to a program. */
const hyphenLike = /^[\p{Pd}\u00AF\u02D7\u06D4\u2043\u207B\u208B\u2212\u2796\u30FC\uFE63\uFF0D\uFF70]/u;

/** The characters that the contract names. */
const metacharacter = /[`$;|&<>]/;

/** Whether a program could take the text for an option. */
export const isOptionLike = (value: string): boolean => value.startsWith('-') || hyphenLike.test(value);

/** Refuses control and invisible characters in text from callers. */
export const judgeCharacters = (field: string, value: string): Rejection | undefined => {
  const found = findHiddenCharacter(value);
  if (!found) return undefined;
  return reject('INPUT_REJECTED_CONTROL_CHARS', {
    field,
    value,
    reason: `it contains the control or invisible character ${found.codePoint}`,
    remediation: `Send ${field} without ${found.codePoint}.`,
    more: { code_point: found.codePoint, offset: found.offset },
  });
};

/** Refuses shell metacharacters. No shell is used, but the contract refuses them. */
export const judgeMetacharacters = (field: string, value: string): Rejection | undefined => {
  const character = metacharacter.exec(value)?.[0];
  if (character === undefined) return undefined;
  return reject('INPUT_REJECTED_SHELL_METACHAR', {
    field,
    value,
    reason: `it contains the shell metacharacter '${character}'`,
    remediation: `Send ${field} without '${character}'; put a test name filter that needs '$' or '|' in {run}.`,
    more: { character },
  });
};

/** Refuses what is too long or empty. */
export const judgeLength = (field: string, value: string, longest: number): Rejection | undefined => {
  if (value === '') {
    return reject('INPUT_REJECTED_OTHER', {
      field,
      value,
      reason: 'it is empty',
      remediation: `Omit ${field}, or send a value.`,
    });
  }
  if (value.length <= longest) return undefined;
  return reject('INPUT_REJECTED_OTHER', {
    field,
    value,
    reason: `it is longer than ${longest} characters`,
    remediation: `Send ${field} with at most ${longest} characters.`,
  });
};
