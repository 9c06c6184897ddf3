import type { BoundedAnswer } from '@recourse/upstream';
import { readRetryAfterMs } from '@recourse/upstream';
import { z } from 'zod';
import { ModelError } from './model-error.ts';

const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The part of a chat completion that is used. Servers differ in the rest. */
const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count.optional(), completion_tokens: count.optional() }).nullish(),
});

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'error';

/** What a model has answered. */
export interface Completion {
  readonly content: string;
  /** Whether the model, or a filter before it, declined to answer. */
  readonly refused: boolean;
  readonly finishReason: FinishReason;
  /** As the endpoint counts them; undefined if it does not. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
};

/** Reads the answer of an endpoint. Throws a ModelError for anything but a chat completion. */
export const readCompletion = ({ status, headers, body }: BoundedAnswer, now: number): Completion => {
  if (status !== 200) throw errorOf(status, readRetryAfterMs(headers, now));
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '')) {
    throw new ModelError('invalid_response');
  }
  const read = completionSchema.safeParse(parseJson(body.toString()));
  const choice = read.data?.choices[0];
  if (!choice) throw new ModelError('invalid_response');
  const { message, finish_reason: reason } = choice;
  return {
    content: message.content ?? '',
    refused: Boolean(message.refusal) || reason === 'content_filter',
    // Some servers leave the reason out.
    finishReason: reason == null ? 'stop' : (finishReasons[reason] ?? 'error'),
    inputTokens: read.data?.usage?.prompt_tokens,
    outputTokens: read.data?.usage?.completion_tokens,
  };
};

const retried: ReadonlySet<number> = new Set([500, 502, 503, 504]);

const errorOf = (status: number, retryAfterMs: number | undefined): ModelError => {
  const facts = { status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  if (status === 429) return new ModelError('rate_limited', facts);
  if (status === 408) return new ModelError('timeout', facts);
  if (status >= 500) return new ModelError('unavailable', { ...facts, retryable: retried.has(status) });
  // A redirect is not followed: it could lead to a host that the operator does not allow.
  return new ModelError(status >= 400 ? 'rejected' : 'invalid_response', facts);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
