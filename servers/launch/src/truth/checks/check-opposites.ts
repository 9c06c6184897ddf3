import type { Evidence, ReadClaim } from '../reading/read-evidence.ts';
import { hasStem } from '../reading/read-evidence.ts';
import type { Statement } from '../reading/read-statement.ts';
import { antonymsOf } from '../words/antonyms.ts';
import type { Fault } from './fault.ts';

/** Finds a word of the sentence in whose place the nearest claim has its opposite. */
export const checkOpposites = (
  sentence: Statement,
  nearest: ReadClaim,
  { claims }: Evidence,
  settled: ReadonlySet<number>,
): Fault | undefined => {
  for (const { stem, text, at } of sentence.words) {
    if (settled.has(at) || claims.some((claim) => hasStem(claim, stem))) continue;
    for (const opposite of antonymsOf(stem)) {
      const found = nearest.statement.words.find((word) => word.stem === opposite);
      // 'Not deep' and 'shallow' agree.
      if (!found || sentence.stems.has(opposite)) continue;
      if (denies(sentence, stem) === denies(nearest.statement, opposite))
        return { kind: 'contradicted', word: text, instead: found.text };
    }
  }
  return undefined;
};

const denies = ({ negations }: Statement, stem: string): boolean => negations.some(({ head }) => head === stem);
