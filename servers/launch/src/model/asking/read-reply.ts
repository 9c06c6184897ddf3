import { z } from 'zod';
import type { Completion } from '../client/read-completion.ts';

const mostSentences = 20;
const longestSentence = 1000;

/** What a model is asked for: sentences, each with the ids of its claims. */
const replySchema = z.object({
  sentences: z
    .array(z.object({ text: z.string().max(longestSentence), claims: z.array(z.string().max(40)).max(20) }))
    .max(mostSentences),
});

export type ReplySentence = z.output<typeof replySchema>['sentences'][number];

/** Sentences, or the reason why there are none. */
export type Reply =
  | { readonly sentences: readonly ReplySentence[] }
  | { readonly problem: 'refused' | 'truncated' | 'invalid_output' | 'no_sentences' };

/** Reads the answer of a model. An answer that is not exactly what was asked for is not repaired. */
export const readReply = ({ content, refused, finishReason }: Completion): Reply => {
  if (refused) return { problem: 'refused' };
  if (finishReason === 'length') return { problem: 'truncated' };
  if (finishReason !== 'stop') return { problem: 'invalid_output' };
  const read = replySchema.safeParse(parseJson(withoutFence(content)));
  if (!read.success) return { problem: 'invalid_output' };
  return read.data.sentences.length === 0 ? { problem: 'no_sentences' } : { sentences: read.data.sentences };
};

/** Many models put JSON into one code block. */
const withoutFence = (content: string): string => /^\s*```(?:json)?\n([\s\S]*)\n```\s*$/.exec(content)?.[1] ?? content;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
