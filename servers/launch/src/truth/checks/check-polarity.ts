import type { Evidence, ReadClaim } from '../reading/read-evidence.ts';
import { hasWord } from '../reading/read-statement.ts';
import type { Statement } from '../reading/read-statement.ts';
import { antonymsOf } from '../words/antonyms.ts';
import { synonymsOf } from '../words/synonyms.ts';
import { isDenier } from '../words/word-lists.ts';
import type { Fault } from './fault.ts';

/**
 * Compares the negations of a sentence with those of the nearest claim. A different number of them counts, and one
 * that has moved to another word; 'unless it is' and 'if it is not' say the same.
 */
export const checkPolarity = (sentence: Statement, nearest: ReadClaim, evidence: Evidence): Fault | undefined => {
  const claimed = nearest.statement;
  const own = countOf(sentence);
  const others = countOf(claimed);
  if (own > others) return checkAdded(sentence, nearest, evidence);
  const dropped = claimed.negations.find(
    ({ head }) =>
      head !== undefined &&
      hasWord(sentence, head) &&
      denials(claimed, head) > denials(sentence, head) &&
      !isAffirmed(claimed, head, sentence),
  );
  if (!dropped) return undefined;
  const isSame = own === others ? !isMoved(sentence, claimed) : hasDenier(sentence, claimed);
  if (isSame) return undefined;
  return { kind: 'contradicted', word: wordOf(sentence, dropped.head), instead: `${dropped.text} …` };
};

/** Checks a sentence that denies more than its nearest claim. */
const checkAdded = (sentence: Statement, nearest: ReadClaim, { claims }: Evidence): Fault | undefined => {
  const claimed = nearest.statement;
  const [first] = sentence.negations;
  const isElsewhere = claims.some((claim) => claim !== nearest && claim.statement.negations.length > 0);
  if (!first || isElsewhere || hasDenier(claimed, sentence)) return undefined;
  const denied = sentence.negations.find(
    ({ head }) => head !== undefined && hasWord(claimed, head) && denials(sentence, head) > denials(claimed, head),
  );
  if (denied) return { kind: 'contradicted', word: denied.text };
  const isBacked = claimed.negations.length > 0 || saysOpposite(sentence, nearest);
  return isBacked ? undefined : { kind: 'unbacked', word: first.text };
};

/** The number of negations. 'Not only … but' adds to a statement and denies nothing. */
const countOf = ({ negations, text }: Statement): number =>
  negations.filter(({ head }) => head !== 'onli' || !/\bbut\b/iu.test(text)).length;

/** How often a statement denies a word. */
const denials = ({ negations }: Statement, stem: string): number =>
  negations.filter(({ head }) => head === stem).length;

/** Whether a statement denies something by a verb that the other one does not have: 'it is an error to'. */
const hasDenier = ({ words }: Statement, other: Statement): boolean =>
  words.some(({ stem }) => isDenier(stem) && !other.stems.has(stem));

/** Whether a claim says a word without denying it at least as often as the sentence says it. */
const isAffirmed = (claimed: Statement, stem: string, sentence: Statement): boolean => {
  const times = ({ words }: Statement): number => words.filter((word) => word.stem === stem).length;
  return times(claimed) - denials(claimed, stem) >= Math.max(1, times(sentence));
};

/** Whether both deny something that the other one affirms. Exceptions place their negation freely. */
const isMoved = (sentence: Statement, claimed: Statement): boolean =>
  ![...sentence.negations, ...claimed.negations].some(({ text }) => /^(?:unless|otherwise)$/iu.test(text)) &&
  sentence.negations.every(
    ({ head }) => head === undefined || (claimed.stems.has(head) && denials(claimed, head) === 0),
  );

const wordOf = ({ words }: Statement, stem: string | undefined): string =>
  words.find((word) => word.stem === stem || synonymsOf(word.stem).has(stem ?? ''))?.text ?? stem ?? '';

/** Whether the opposite in the claim says what a negation denies: 'not valid' and 'invalid'. */
const saysOpposite = ({ negations }: Statement, { stems }: ReadClaim): boolean =>
  negations.some(
    ({ head }) =>
      head !== undefined &&
      (['un', 'in', 'im', 'non', 'dis'].some((prefix) => stems.has(`${prefix}${head}`)) ||
        [...antonymsOf(head)].some((opposite) => stems.has(opposite))),
  );
