import type { ReadClaim } from '../reading/read-evidence.ts';
import type { Statement } from '../reading/read-statement.ts';
import { isGrammar, isNegator } from '../words/word-lists.ts';
import { stemOf } from '../words/stem.ts';
import type { Fault } from './fault.ts';

const permissions = new Set(['may', 'might', 'can', 'could']);
const obligations = new Set(['must', 'shall', 'should']);
const reach = 4;

/** Finds a 'may' in the sentence where the nearest claim says 'must' about the same verb. */
export const checkModality = (sentence: Statement, { statement }: ReadClaim): Fault | undefined => {
  const obliged = verbsAfter(statement, obligations);
  const allowed = verbsAfter(statement, permissions);
  for (const [verb, word] of verbsAfter(sentence, permissions)) {
    const instead = obliged.get(verb);
    if (instead !== undefined && !allowed.has(verb)) return { kind: 'contradicted', word, instead };
  }
  return undefined;
};

/** The first word with a meaning after each of some modal verbs, by its stem. A negation in between is judged elsewhere. */
const verbsAfter = ({ tokens }: Statement, modals: ReadonlySet<string>): ReadonlyMap<string, string> => {
  const verbs = new Map<string, string>();
  for (const [at, { text, kind }] of tokens.entries()) {
    if (kind !== 'word' || !modals.has(text.toLowerCase())) continue;
    const verb = tokens
      .slice(at + 1, at + 1 + reach)
      .find((token) => token.kind === 'word' && (isNegator(token.text) || !isGrammar(token.text)));
    if (verb && !isNegator(verb.text)) verbs.set(stemOf(verb.text), text);
  }
  return verbs;
};
