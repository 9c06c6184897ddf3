import { fail } from '@recourse/contract';
import type { Json } from '@recourse/contract';
import { RunError } from '@recourse/runs';
import type { WorkContext } from '@recourse/runs';
import type { LlmConfig } from '../../config/llm-config.ts';
import type { RunConfig } from '../../config/run-config.ts';
import { sha256Of } from '../../sources/digest.ts';
import type { CallEnd, ModelAnswer, ModelClient } from '../client/create-model-client.ts';
import { ModelError } from '../client/model-error.ts';
import type { ChatMessage } from '../client/send-chat.ts';
import type { LlmCall } from '../prose.ts';
import { readReply } from './read-reply.ts';
import type { Reply } from './read-reply.ts';

export interface AskOptions {
  readonly client: ModelClient;
  readonly llm: LlmConfig;
  /** The page or issue that the question is about. */
  readonly subject: string;
  readonly messages: readonly ChatMessage[];
  /** Gets the evidence of each request. */
  readonly onCall: (call: LlmCall) => void;
}

/** Changes with the meaning of prompts and replies: answers to older prompts are not used. */
const version = '1';
const charactersPerToken = 4;

/**
 * Asks a model once per run: the reply to a prompt is in the record as soon as it arrives, and a step that runs again
 * finds it there. Throws a ModelError if there is no answer, and BUDGET_EXCEEDED.
 */
export const askOnce = async (context: WorkContext<RunConfig>, options: AskOptions): Promise<Reply> => {
  const { llm, messages, onCall, subject } = options;
  const promptHash = sha256Of(JSON.stringify([version, messages]));
  const key = sha256Of(JSON.stringify([llm.model, llm.decoding, promptHash]));
  let failed: ModelError | undefined;
  const effect = async (): Promise<Json> => {
    try {
      const answer = await request(context, options, { promptHash, id: `call_${key.slice(0, 16)}_${context.attempt}` });
      return { reply: readReply(answer), call: evidenceOf(answer, subject) };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      failed = error;
      // Nothing was done, so that the question can be asked again.
      throw new RunError(fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' }));
    }
  };
  try {
    const known = await context.once({ name: 'model', key }, effect, { idempotent: true });
    const { reply, call } = known as unknown as { readonly reply: Reply; readonly call: LlmCall };
    onCall({ ...call, subject });
    return reply;
  } catch (error) {
    throw failed ?? error;
  }
};

const request = (
  context: WorkContext<RunConfig>,
  { client, llm, messages, onCall, subject }: AskOptions,
  { promptHash, id }: { readonly promptHash: string; readonly id: string },
): Promise<ModelAnswer> => {
  const estimate = Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / charactersPerToken);
  const { temperature, max_tokens } = llm.decoding;
  return client.ask({
    llm,
    id,
    promptHash,
    messages,
    signal: context.signal,
    watcher: {
      starting: async ({ callId: call_id, model, baseUrl }) => {
        context.spend('llm_calls');
        context.spend('llm_tokens', estimate);
        const facts = { call_id, model, provider_base_url: baseUrl, prompt_hash: promptHash, temperature, max_tokens };
        await context.note('LLM_CALL_STARTED', facts);
      },
      finished: async (answer) => {
        const { callId: call_id, latencyMs: latency_ms, finishReason: finish_reason, outputHash } = answer;
        const token_usage = usageOf(answer);
        const facts = { call_id, latency_ms, token_usage, finish_reason, output_hash: outputHash };
        await context.note('LLM_CALL_FINISHED', facts);
        context.spend('llm_tokens', Math.max(0, token_usage.total_tokens - estimate));
      },
      failed: async ({ error, ...call }) => {
        const { kind: error_class, message: error_summary, retryable, status } = error;
        const http = status === undefined ? {} : { http_status: status };
        onCall({ ...factsOf(call, subject), error_class, ...http });
        const facts = { call_id: call.callId, latency_ms: call.latencyMs, error_class, error_summary, retryable };
        await context.note('LLM_CALL_FAILED', { ...facts, ...http });
      },
    },
  });
};

/** Tokens as the endpoint counts them. Zero where it does not: the estimate is spent in any case. */
const usageOf = ({ inputTokens = 0, outputTokens = 0 }: ModelAnswer) => ({
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

const factsOf = ({ callId, model, baseUrl, promptHash, latencyMs }: CallEnd, subject: string) => ({
  call_id: callId,
  subject,
  model,
  endpoint_host: new URL(baseUrl).host,
  prompt_hash: promptHash,
  latency_ms: Math.round(latencyMs),
});

const evidenceOf = (answer: ModelAnswer, subject: string): LlmCall => ({
  ...factsOf(answer, subject),
  output_hash: answer.outputHash,
  finish_reason: answer.finishReason,
  token_usage: usageOf(answer),
});
