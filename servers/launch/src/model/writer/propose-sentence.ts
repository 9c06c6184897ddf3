import type { WorkContext } from '@recourse/runs';
import type { Claim } from '../../artifacts.ts';
import type { LlmConfig } from '../../config/llm-config.ts';
import type { RunConfig } from '../../config/run-config.ts';
import type { Grounds } from '../../truth/grounds.ts';
import { askOnce } from '../asking/ask-once.ts';
import type { ModelClient } from '../client/create-model-client.ts';
import { ModelError } from '../client/model-error.ts';
import { acceptSentences } from './accept-sentences.ts';
import type { Accepted } from './accept-sentences.ts';
import { speaksToModel } from './speaks-to-model.ts';
import { correctionPrompt } from './write-prompt.ts';

interface ProposeOptions {
  readonly client: ModelClient;
  readonly llm: LlmConfig;
  /** The issue that the proposal is for. */
  readonly subject: string;
  readonly sentence: string;
  readonly claims: readonly Claim[];
  /** Sentences of the page. */
  readonly present: ReadonlySet<string>;
  readonly grounds: Grounds;
}

/** Asks a model for a sentence that its claims support. Undefined if it has none, or if it does not answer. */
export const proposeSentence = async (
  context: WorkContext<RunConfig>,
  { client, llm, subject, sentence, claims: given, present, grounds }: ProposeOptions,
): Promise<Accepted | undefined> => {
  const claims = given.filter(({ text }) => !speaksToModel(text));
  if (claims.length === 0 || speaksToModel(sentence)) return undefined;
  try {
    const messages = correctionPrompt(sentence, claims);
    const reply = await askOnce(context, { client, llm, subject, messages, onCall: () => undefined });
    if (!('sentences' in reply)) return undefined;
    const productName = context.config.product_name;
    const accepted = acceptSentences(reply.sentences, {
      claims,
      productName,
      present,
      introduction: '',
      most: 1,
      grounds,
    });
    return accepted.sentences.length === 1 ? accepted : undefined;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return undefined;
  }
};
