import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { Question } from './question.ts';

/** One message of a conversation: a block, or several. */
export interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  readonly content: JsonObject | readonly JsonObject[];
}

/** A request to the client's model. The client decides which model answers, how, and whether it answers at all. */
export interface SamplingRequest {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: JsonObject;
}

export interface SamplingAnswer extends SamplingMessage {
  readonly model: string;
  readonly stopReason?: string;
}

/** Asks the client's own model. Revision 2026-07-28 deprecates it: call a model of your own where you can. */
export const sample = (request: SamplingRequest): Question<'sampling', SamplingAnswer> => ({
  kind: 'sampling',
  method: 'sampling/createMessage',
  params: { ...request } as unknown as JsonObject,
  read: (answer) => (isSamplingAnswer(answer) ? (answer as SamplingAnswer) : undefined),
});

const isSamplingAnswer = (answer: unknown): boolean => {
  if (!isJsonObject(answer) || typeof answer['model'] !== 'string') return false;
  const { role, content } = answer;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  return (
    (role === 'user' || role === 'assistant') &&
    blocks.every((block) => isJsonObject(block) && typeof block['type'] === 'string')
  );
};
