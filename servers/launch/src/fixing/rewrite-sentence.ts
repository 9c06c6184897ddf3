import type { CitedSentence } from '../artifacts.ts';
import { readSentences } from '../markdown/read-sentences.ts';
import type { Sentence } from '../markdown/read-sentences.ts';
import { proposeSentence } from '../model/writer/propose-sentence.ts';
import type { Grounds } from '../truth/grounds.ts';
import type { FixScene } from './define-fixer.ts';

/** A page with another sentence, and its citation. */
export interface Rewritten {
  readonly text: string;
  readonly cited: CitedSentence;
}

/**
 * Lets the model of the run rewrite a sentence from the claims that it cites. Undefined without a model, without claims,
 * and if the proposal is not backed either.
 */
export const rewriteSentence = async (
  { config, page, issue, environment, context }: FixScene,
  sentence: Sentence,
  { citation, grounds }: { readonly citation: CitedSentence | undefined; readonly grounds: Grounds },
): Promise<Rewritten | undefined> => {
  const { start, end } = sentence;
  if (!config.llm || !environment.model || start === undefined || end === undefined) return undefined;
  const proposal = await proposeSentence(context, {
    client: environment.model,
    llm: config.llm,
    subject: issue.id,
    sentence: sentence.text,
    claims: (citation?.claims ?? []).flatMap((id) => grounds.claims.get(id) ?? []),
    present: new Set(readSentences(page.text).map(({ text }) => text)),
    grounds,
  });
  const [cited] = proposal?.sentences ?? [];
  if (!proposal || !cited) return undefined;
  return { text: page.text.slice(0, start) + proposal.markdown + page.text.slice(end), cited };
};
