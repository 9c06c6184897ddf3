import { setTimeout as sleep } from 'node:timers/promises';
import type { LlmConfig } from '../../config/llm-config.ts';
import { sha256Of } from '../../sources/digest.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { keyFor } from './model-access.ts';
import type { ModelAccess } from './model-access.ts';
import { ModelError } from './model-error.ts';
import { readCompletion } from './read-completion.ts';
import type { Completion } from './read-completion.ts';
import { createSendChat } from './send-chat.ts';
import type { ChatMessage, SendChat } from './send-chat.ts';
import { Slots } from './slots.ts';

/** Facts about one request. */
export interface CallFacts {
  readonly callId: string;
  readonly model: string;
  readonly baseUrl: string;
  readonly promptHash: string;
}

export interface CallEnd extends CallFacts {
  readonly latencyMs: number;
}

/** An answer, and what is known about the request that brought it. */
export interface ModelAnswer extends CallEnd, Completion {
  readonly outputHash: string;
}

/** Follows the requests of one question. */
export interface CallWatcher {
  /** Called before each request. An error from it ends the question. */
  starting(call: CallFacts): Promise<void>;
  finished(answer: ModelAnswer): Promise<void>;
  failed(call: CallEnd & { readonly error: ModelError }): Promise<void>;
}

export interface Question {
  readonly llm: LlmConfig;
  /** Begins the ids of its requests. */
  readonly id: string;
  readonly promptHash: string;
  readonly messages: readonly ChatMessage[];
  readonly signal: AbortSignal;
  readonly watcher: CallWatcher;
}

/** Asks language models. */
export interface ModelClient {
  /** Throws a ModelError if no endpoint gives an answer. */
  ask(question: Question): Promise<ModelAnswer>;
}

export interface ModelClientOptions {
  readonly access: ModelAccess;
  readonly send?: SendChat;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const mostTries = 5;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** An endpoint that wants a longer rest gets no further request. */
const longestRestMs = 60_000;

type Endpoint = Pick<LlmConfig, 'api_base_url' | 'model' | 'api_key_env' | 'request_timeout_s'>;

/** Creates a client whose circuit breakers and slots are shared by all runs of the process. */
export const createModelClient = ({
  access,
  send = createSendChat(),
  now = Date.now,
  random = Math.random,
  pause = async (ms, signal) => sleep(ms, undefined, { signal }),
}: ModelClientOptions): ModelClient => {
  const breaker = new CircuitBreaker(now);
  const slots = new Slots();

  const request = async (question: Question, endpoint: Endpoint, callId: string): Promise<ModelAnswer> => {
    const { llm, messages, signal, promptHash, watcher } = question;
    const { api_base_url, model } = endpoint;
    const key = keyFor(access, endpoint);
    const call = { callId, model, baseUrl: api_base_url, promptHash };
    signal.throwIfAborted();
    if (!breaker.admits(api_base_url)) throw new ModelError('circuit_open');
    let startedAt: number | undefined;
    try {
      await watcher.starting(call);
      startedAt = now();
      const timeoutMs = endpoint.request_timeout_s * 1000;
      const sent = await send({ api_base_url, model, key, timeoutMs, decoding: llm.decoding, messages, signal });
      // The answer may repeat what was sent. A key must reach no event, artifact or page.
      const completion = readCompletion(sent, now());
      if (key !== undefined && [sent.body.toString(), completion.content].some((text) => holdsSecret(text, key))) {
        throw new ModelError('invalid_response');
      }
      breaker.succeed(api_base_url);
      const outputHash = sha256Of(completion.content);
      return { ...call, ...completion, latencyMs: now() - startedAt, outputHash };
    } catch (error) {
      if (error instanceof ModelError && error.counts) breaker.fail(api_base_url);
      else breaker.release(api_base_url);
      if (error instanceof ModelError && startedAt !== undefined) {
        await watcher.failed({ ...call, latencyMs: now() - startedAt, error });
      }
      throw error;
    }
  };

  const askEndpoint = async (question: Question, endpoint: Endpoint, place: string): Promise<ModelAnswer> => {
    const { llm, signal } = question;
    let last: ModelError | undefined;
    for (let tried = 1; ; tried += 1) {
      try {
        const callId = `${question.id}_${place}${tried}`;
        return await slots.use(endpoint.api_base_url, llm.max_concurrency, () => request(question, endpoint, callId));
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        // Others may have opened the circuit meanwhile; the question failed for its own reason.
        if (!error.retryable || tried >= mostTries) throw error.kind === 'circuit_open' ? (last ?? error) : error;
        last = error;
        const { retryAfterMs = backoff(tried, random()) } = error;
        if (retryAfterMs > longestRestMs) throw error;
        await pause(retryAfterMs, signal);
      }
    }
  };

  return {
    ask: async (question) => {
      const { fallback } = question.llm;
      let answer: ModelAnswer;
      try {
        answer = await askEndpoint(question, question.llm, '');
      } catch (error) {
        if (!fallback || !(error instanceof ModelError) || !error.fallsBack) throw error;
        answer = await askEndpoint(question, fallback, 'fallback');
      }
      await question.watcher.finished(answer);
      return answer;
    },
  };
};

/** Doubles from one second on, with up to one second of jitter, so that runs do not come back together. */
const backoff = (tried: number, jitter: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** (tried - 1) + jitter * 1000);

const shortestSecret = 6;

/** Whether a text holds a key, plain or in an encoding that is easily undone. */
const holdsSecret = (text: string, key: string): boolean => {
  const bytes = Buffer.from(key);
  const forms = [
    key,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(key),
    key.split('').toReversed().join(''),
  ];
  return key.length >= shortestSecret && forms.some((form) => text.includes(form));
};
