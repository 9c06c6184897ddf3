import { findControlCharacter } from '@recourse/engine/judged';
import type { Rejection } from '../plan.ts';
import { reject } from './rejection.ts';

/**
 * Characters that nobody sees: fillers, soft hyphens, zero-width spaces, and joiners where they join nothing. Between
 * two letters of other scripts, and inside an emoji, a joiner is honest.
 */
const invisible =
  /\u034F|[\u00AD\u115F\u1160\u180E\u200B\u3164\uFFA0]|(?<=^|\p{ASCII})[\u200C\u200D]|[\u200C\u200D](?=\p{ASCII}|$)/u;

/** What looks like a hyphen; some systems turn it into one on the way to a program. */
const hyphenLike = /^[\p{Pd}\u00AF\u02D7\u06D4\u2043\u207B\u208B\u2212\u2796\u30FC\uFE63\uFF0D\uFF70]/u;

/** The characters that the contract names. */
const metacharacter = /[`$;|&<>]/;

/** True for a text that a program could take for an option, with a hyphen or with what becomes one. */
export const isOptionLike = (value: string): boolean => value.startsWith('-') || hyphenLike.test(value);

/** Refuses what no text of a caller may hold, whatever it is for. */
export const judgeCharacters = (field: string, value: string): Rejection | undefined => {
  const offset = invisible.exec(value)?.index;
  const found = findControlCharacter(value) ?? (offset === undefined ? undefined : describe(value, offset));
  if (!found) return undefined;
  return reject('INPUT_REJECTED_CONTROL_CHARS', {
    field,
    value,
    reason: `it holds the control or invisible character ${found.codePoint}`,
    remediation: `Send ${field} without ${found.codePoint}.`,
    more: { code_point: found.codePoint, offset: found.offset },
  });
};

/** Refuses the shell's characters. No shell reads them here, and the contract refuses them all the same. */
export const judgeMetacharacters = (field: string, value: string): Rejection | undefined => {
  const character = metacharacter.exec(value)?.[0];
  if (character === undefined) return undefined;
  return reject('INPUT_REJECTED_SHELL_METACHAR', {
    field,
    value,
    reason: `it holds '${character}', which a shell acts on`,
    remediation: `Send ${field} without '${character}'. A filter on test names that needs '$' or '|' goes into its own field, run.`,
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
      remediation: `Leave ${field} out, or send a value.`,
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

const describe = (value: string, offset: number): { readonly offset: number; readonly codePoint: string } => {
  const code = value.codePointAt(offset) ?? 0;
  return { offset, codePoint: `U+${code.toString(16).toUpperCase().padStart(4, '0')}` };
};
