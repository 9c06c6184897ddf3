import type { ValidationReport } from '../../artifacts.ts';
import type { ReportIssue, ShownSentence } from './shown-run.ts';

/** The gate that judges sentences against their claims. */
const truthGate = /^truth/u;
const comparedCharacters = 60;

type Placed = Pick<ShownSentence, 'text' | 'line'>;

/**
 * Assigns the truth gate's objections to the sentences of a page: by the words that the message quotes, else by the
 * line. Undefined if the gate has not looked.
 */
export const judgeSentences = <Sentence extends Placed>(
  sentences: readonly Sentence[],
  issues: readonly ReportIssue[],
  report: ValidationReport | undefined,
): ReadonlyMap<Sentence, readonly ReportIssue[]> | undefined => {
  const hasLooked = report?.gates.some(({ name, status }) => truthGate.test(name) && status !== 'skipped') ?? false;
  if (!hasLooked) return undefined;
  const objections = new Map<Sentence, ReportIssue[]>();
  for (const issue of issues.filter(({ gate }) => truthGate.test(gate))) {
    const line = issue.location?.line;
    const quoted = sentences.filter(({ text }) => issue.message.includes(text.slice(0, comparedCharacters)));
    const near = quoted.filter((sentence) => sentence.line === line);
    const longest = byLength(near.length > 0 ? near : quoted)[0];
    const meant = longest ? [longest] : sentences.filter((sentence) => line !== undefined && sentence.line === line);
    for (const sentence of meant) objections.set(sentence, [...(objections.get(sentence) ?? []), issue]);
  }
  return objections;
};

/** The longest first: a message that quotes a sentence also contains a heading that is one of its words. */
const byLength = <Sentence extends Placed>(sentences: readonly Sentence[]): readonly Sentence[] =>
  [...sentences].sort((one, other) => other.text.length - one.text.length);
