import { hasStem } from '../reading/read-evidence.ts';
import type { Evidence, ReadClaim } from '../reading/read-evidence.ts';
import { hasWord } from '../reading/read-statement.ts';
import type { Statement, Word } from '../reading/read-statement.ts';
import { antonymsOf } from '../words/antonyms.ts';
import { isGeneric } from '../words/word-lists.ts';
import type { Fault } from './fault.ts';

/** The words of a sentence that say something: without those that say little. */
export const tellingWords = ({ words }: Statement, settled: ReadonlySet<number>): readonly Word[] =>
  words.filter(({ stem, at }) => !settled.has(at) && !isGeneric(stem));

/** Finds a word that no claim has, not even in another form. Every telling word must be in one. */
export const checkWords = (
  words: readonly Word[],
  { claims }: Evidence,
  { negations }: Statement,
): Fault | undefined => {
  const denied = new Set(negations.map(({ head }) => head));
  const missing = words.find(
    ({ stem }) => !claims.some((claim) => isSaid(claim, stem) || (denied.has(stem) && hasOpposite(claim, stem))),
  );
  return missing && { kind: 'unbacked', word: missing.text };
};

/** The part of the words that the text of one claim has, from 0 to 1. */
export const overlapOf = (words: readonly Word[], { statement }: ReadClaim): number =>
  words.length === 0 ? 1 : words.filter(({ stem }) => hasWord(statement, stem)).length / words.length;

/** 'Not shallow' is said by 'deep'. */
const hasOpposite = ({ statement }: ReadClaim, stem: string): boolean =>
  [...antonymsOf(stem)].some((opposite) => statement.stems.has(opposite));

/** 'Unset' is said by 'not set'. */
const isSaid = (claim: ReadClaim, stem: string): boolean => {
  if (hasStem(claim, stem)) return true;
  const denied = /^(?:un|non|in)(.{3,})$/u.exec(stem)?.[1];
  return denied !== undefined && claim.statement.negations.some(({ head }) => head === denied);
};
