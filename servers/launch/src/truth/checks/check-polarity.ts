import type { Evidence, ReadClaim } from '../reading/read-evidence.ts';
import { hasWord } from '../reading/read-statement.ts';
import type { Negation, Statement } from '../reading/read-statement.ts';
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
  if (own > others) {
    const denied = sentence.negations.find(({ head }) => head !== undefined && hasWord(claimed, head));
    if (denied && !isNegated(claimed, denied.head)) return { kind: 'contradicted', word: denied.text };
    const [first] = sentence.negations;
    const backed =
      evidence.claims.some(({ statement }) => statement.negations.length > 0) || saysOpposite(sentence, nearest);
    return backed || !first ? undefined : { kind: 'unbacked', word: first.text };
  }
  const dropped = claimed.negations.find(
    ({ head }) => head !== undefined && hasWord(sentence, head) && !isNegated(sentence, head),
  );
  if (!dropped) return undefined;
  const isSame =
    own === others
      ? !isMoved(sentence, claimed)
      : sentence.words.some(({ stem }) => isDenier(stem) && !claimed.stems.has(stem));
  if (isSame) return undefined;
  return { kind: 'contradicted', word: wordOf(sentence, dropped.head), instead: `${dropped.text} …` };
};

/** 'Not only … but' adds to a statement and denies nothing. */
const countOf = ({ negations, text }: Statement): number =>
  negations.filter(({ head }) => head !== 'onli' || !/\bbut\b/iu.test(text)).length;

const isNegated = ({ negations }: Statement, stem: string | undefined): boolean =>
  negations.some(({ head }: Negation) => head === stem);

/** Whether both deny something that the other one affirms. Exceptions place their negation freely. */
const isMoved = (sentence: Statement, claimed: Statement): boolean =>
  ![...sentence.negations, ...claimed.negations].some(({ text }) => /^(?:unless|otherwise)$/iu.test(text)) &&
  sentence.negations.every(({ head }) => head === undefined || (claimed.stems.has(head) && !isNegated(claimed, head)));

const wordOf = ({ words }: Statement, stem: string | undefined): string =>
  words.find((word) => word.stem === stem || synonymsOf(word.stem).has(stem ?? ''))?.text ?? stem ?? '';

/** Whether what a negation denies is said by an opposite in the claim: 'not valid' and 'invalid'. */
const saysOpposite = ({ negations }: Statement, { stems }: ReadClaim): boolean =>
  negations.some(
    ({ head }) =>
      head !== undefined &&
      (['un', 'in', 'im', 'non', 'dis'].some((prefix) => stems.has(`${prefix}${head}`)) ||
        [...antonymsOf(head)].some((opposite) => stems.has(opposite))),
  );
