import { createBoundedRequest, UpstreamError } from '@recourse/upstream';
import type { BoundedAnswer } from '@recourse/upstream';
import type { LlmConfig } from '../../config/llm-config.ts';
import { ModelError } from './model-error.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** One request to one endpoint. */
export interface ChatRequest {
  readonly api_base_url: string;
  readonly model: string;
  readonly key: string | undefined;
  readonly timeoutMs: number;
  readonly decoding: LlmConfig['decoding'];
  readonly messages: readonly ChatMessage[];
  readonly signal: AbortSignal;
}

export type SendChat = (request: ChatRequest) => Promise<BoundedAnswer>;

const mostBytes = 1024 * 1024;
const connectMs = 10_000;
/** A body that arrives drop by drop may take half as long again as the longest silence. */
const wholeRatio = 1.5;

/** Sends chat requests over HTTP. Redirects are not followed, so that a key reaches no other host. */
export const createSendChat = (): SendChat => {
  const send = createBoundedRequest({ maxBytes: mostBytes });
  return async ({ api_base_url, model, key, timeoutMs, decoding, messages, signal }) => {
    const url = new URL(api_base_url);
    const { temperature, top_p, max_tokens } = decoding;
    try {
      return await send({
        origin: url.origin,
        target: `${url.pathname.replace(/\/+$/, '')}/chat/completions`,
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({
          model,
          messages,
          temperature,
          ...(top_p !== undefined && { top_p }),
          max_tokens,
          stream: false,
        }),
        timeoutMs: timeoutMs * wholeRatio,
        connectMs: Math.min(connectMs, timeoutMs),
        silenceMs: timeoutMs,
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      throw modelErrorOf(error);
    }
  };
};

const modelErrorOf = (error: unknown): ModelError => {
  const end = error instanceof UpstreamError ? error.end : 'dropped';
  if (end === 'timeout' || end === 'connect_timeout') return new ModelError('timeout');
  if (end === 'too_large') return new ModelError('too_large');
  // A certificate does not become valid between two tries.
  if (end === 'tls') return new ModelError('connection', { retryable: false });
  return end === 'unreadable' ? new ModelError('invalid_response') : new ModelError('connection');
};
