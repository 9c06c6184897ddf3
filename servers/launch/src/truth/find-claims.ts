import type { Claim } from '../artifacts.ts';
import { tellingWords } from './checks/check-words.ts';
import type { Grounds } from './grounds.ts';
import { judgeSentence } from './judge-sentence.ts';
import type { Judged } from './judge-sentence.ts';
import { hasStem, readClaim } from './reading/read-evidence.ts';
import { readStatement } from './reading/read-statement.ts';

const mostCandidates = 40;
/** So many of the best candidates are also tried in pairs. */
const mostPaired = 8;

/** Finds the claims that back a sentence: one, or two where one is not enough. Undefined if there are none. */
export const findClaims = (sentence: Judged, grounds: Grounds): readonly Claim[] | undefined => {
  const candidates = bestClaims(sentence, grounds);
  const backs = (claims: readonly Claim[]): boolean =>
    judgeSentence(sentence, { text: sentence.text, claims: claims.map(({ id }) => id) }, grounds).verdict === 'backed';
  const single = candidates.find((claim) => backs([claim]));
  if (single) return [single];
  const few = candidates.slice(0, mostPaired);
  for (const [index, one] of few.entries())
    for (const other of few.slice(index + 1)) if (backs([one, other])) return [one, other];
  return undefined;
};

/** The claims with the most words of the sentence; of equal ones the shorter, then the earlier one. */
const bestClaims = ({ text, codes }: Judged, { claims }: Grounds): readonly Claim[] => {
  const statement = readStatement(text, codes);
  const stems = [...new Set(tellingWords(statement, new Set()).map(({ stem }) => stem))];
  const marks = [...statement.codes, ...statement.urls, ...statement.quantities.map(({ digits }) => digits)];
  return [...claims.values()]
    .map((claim) => {
      const read = readClaim(claim);
      const raw = `${claim.subject ?? ''} ${claim.text}`;
      const score =
        stems.filter((stem) => hasStem(read, stem)).length + 2 * marks.filter((mark) => raw.includes(mark)).length;
      return { claim, score };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.claim.text.length - other.claim.text.length)
    .slice(0, mostCandidates)
    .map(({ claim }) => claim);
};
