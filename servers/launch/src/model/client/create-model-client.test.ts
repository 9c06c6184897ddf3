import { describe, expect, it, onTestFinished } from 'vitest';
import { llmConfigSchema } from '../../config/llm-config.ts';
import { startAnswers } from '../testing/answer-server.ts';
import { createModelClient } from './create-model-client.ts';
import type { CallFacts, ModelAnswer, ModelClientOptions } from './create-model-client.ts';
import { ModelError } from './model-error.ts';
import { createSendChat } from './send-chat.ts';
import type { SendChat } from './send-chat.ts';

const key = 'sk-canary-0f3b9a7c2e';
const messages = [
  { role: 'system', content: 'Write.' },
  { role: 'user', content: '{"claims":[{"id":"claim_1","text":"One."}]}' },
] as const;

/** The limits of requests, short enough for a test to wait for them. */
const impatient = (): SendChat => {
  const send = createSendChat();
  return (request) => send({ ...request, timeoutMs: 120 });
};

interface Options extends Partial<ModelClientOptions> {
  readonly fallback?: string;
  readonly withKey?: boolean;
}

/** A client of a local endpoint whose pauses take no time, and the log of what it did. */
const openClient = async (names: readonly string[], { fallback, withKey = false, ...options }: Options = {}) => {
  const server = await startAnswers(...names);
  onTestFinished(() => server.close());
  const pauses: number[] = [];
  const log: string[] = [];
  let now = 1_000_000;
  const client = createModelClient({
    access: { endpoints: withKey ? [{ url: server.url, keyName: 'MODEL_KEY', key }] : [], loopback: true },
    now: () => now,
    random: () => 0,
    pause: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    ...options,
  });
  const llm = llmConfigSchema.parse({
    api_base_url: server.url,
    model: 'small',
    ...(withKey && { api_key_env: 'MODEL_KEY' }),
    ...(fallback !== undefined && { fallback: { api_base_url: fallback, model: 'other' } }),
  });
  const ask = (signal = new AbortController().signal): Promise<ModelAnswer> =>
    client.ask({
      llm,
      id: 'call_x',
      promptHash: 'a'.repeat(64),
      messages,
      signal,
      watcher: {
        starting: ({ callId }: CallFacts) => Promise.resolve(void log.push(`start ${callId}`)),
        finished: ({ callId }) => Promise.resolve(void log.push(`finish ${callId}`)),
        failed: ({ callId, error }) => Promise.resolve(void log.push(`fail ${callId} ${error.kind}`)),
      },
    });
  const kindOf = async (): Promise<string> => {
    const error: unknown = await ask().catch((reason: unknown) => reason);
    return error instanceof ModelError ? error.kind : `no ModelError: ${String(error)}`;
  };
  return { server, ask, kindOf, pauses, log, advance: (ms: number) => (now += ms) };
};

describe('a model client', () => {
  it('sends an OpenAI-compatible request and returns the message with its evidence', async () => {
    const { server, ask, log } = await openClient(['good'], { withKey: true });
    expect(await ask()).toMatchObject({
      callId: 'call_x_1',
      model: 'small',
      finishReason: 'stop',
      inputTokens: 120,
      outputTokens: 30,
      outputHash: expect.stringMatching(/^[a-f0-9]{64}$/),
    });
    expect(server.requests[0]).toMatchObject({
      url: '/v1/chat/completions',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: { model: 'small', messages, temperature: 0, max_tokens: 1000, stream: false },
    });
    expect(log).toEqual(['start call_x_1', 'finish call_x_1']);
  });

  it.each([
    ['server-error', [1000]],
    ['unavailable', [2000]],
    ['rate-limited', [7000]],
    ['reset', [1000]],
    ['cut', [1000]],
  ])('retries after %s, and waits as long as requested', async (name, expected) => {
    const { ask, pauses, server } = await openClient([name, 'good']);
    await ask();
    expect(server.requests).toHaveLength(2);
    expect(pauses).toEqual(expected);
  });

  it.each(['hang', 'drip'])('retries after a timeout (%s)', async (name) => {
    const { ask, server, log } = await openClient([name, 'good'], { send: impatient() });
    await ask();
    expect(server.requests).toHaveLength(2);
    expect(log).toContain('fail call_x_1 timeout');
  });

  it.each([
    ['unauthorized', 'rejected'],
    ['bad-request', 'rejected'],
    ['unprocessable', 'rejected'],
    ['missing', 'rejected'],
    ['rate-limited-for-an-hour', 'rate_limited'],
    ['wrong-type', 'invalid_response'],
    ['not-json', 'invalid_response'],
    ['empty-choices', 'invalid_response'],
    ['redirect', 'invalid_response'],
    ['huge', 'too_large'],
  ])('gives up at once after %s', async (name, kind) => {
    const { kindOf, server, pauses } = await openClient([name]);
    expect(await kindOf()).toBe(kind);
    expect(server.requests).toHaveLength(1);
    expect(pauses).toEqual([]);
  });

  it('gives up after five tries with growing pauses', async () => {
    const { kindOf, server, pauses } = await openClient(['server-error']);
    expect(await kindOf()).toBe('unavailable');
    expect(server.requests).toHaveLength(5);
    expect(pauses).toEqual([1000, 2000, 4000, 8000]);
  });

  it('stops when it is cancelled, in a request and in a pause', async () => {
    const waiting = new AbortController();
    const hanging = await openClient(['hang']);
    const asked = hanging.ask(waiting.signal);
    await expect.poll(() => hanging.server.requests.length).toBe(1);
    waiting.abort(new Error('cancelled'));
    await expect(asked).rejects.toThrow('cancelled');
    const pausing = new AbortController();
    const { ask } = await openClient(['server-error'], {
      pause: (_ms, signal) => {
        pausing.abort(new Error('stopped'));
        return Promise.reject(signal.reason as Error);
      },
    });
    await expect(ask(pausing.signal)).rejects.toThrow('stopped');
  });

  it('stops using an endpoint after five failures, then probes it with one request', async () => {
    const { kindOf, ask, server, advance, log } = await openClient(['server-error']);
    await kindOf();
    expect(await kindOf()).toBe('circuit_open');
    expect(server.requests).toHaveLength(5);
    advance(30_000);
    server.answer('server-error', 'good');
    // The probe fails, and no second try follows it.
    expect(await kindOf()).toBe('unavailable');
    expect(server.requests).toHaveLength(6);
    advance(30_000);
    await ask();
    await ask();
    expect(server.requests).toHaveLength(8);
    expect(log.filter((line) => line.startsWith('finish'))).toHaveLength(2);
  });

  it.each(['server-error', 'reset', 'gone'])('uses the fallback after %s', async (name) => {
    const other = await startAnswers('good');
    onTestFinished(() => other.close());
    const { ask, server, log } = await openClient([name === 'gone' ? 'good' : name], { fallback: other.url });
    if (name === 'gone') await server.close();
    expect(await ask()).toMatchObject({ model: 'other', baseUrl: other.url });
    expect(other.requests).toHaveLength(1);
    expect(log.at(-1)).toBe('finish call_x_fallback1');
  });

  it.each(['rate-limited', 'unauthorized', 'empty-choices'])('does not use the fallback after %s', async (name) => {
    const other = await startAnswers('good');
    onTestFinished(() => other.close());
    const { kindOf } = await openClient([name], { fallback: other.url });
    await kindOf();
    expect(other.requests).toEqual([]);
  });

  it('limits the number of open requests until their answers are stored', async () => {
    let open = 0;
    let most = 0;
    const client = createModelClient({ access: { endpoints: [], loopback: true } });
    const llm = llmConfigSchema.parse({ api_base_url: 'http://127.0.0.1:1/v1', model: 'small', max_concurrency: 3 });
    const question = async (index: number): Promise<void> => {
      most = Math.max(most, (open += 1));
      await Promise.resolve();
      open -= 1;
      if (index === 5) throw new Error('a question that fails frees its place');
    };
    const all = Array.from({ length: 12 }, (_, index) => client.inTurn(llm, () => question(index)));
    const ended = await Promise.allSettled(all);
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(most).toBe(3);
  });

  it.each(['echoes-key', 'unauthorized'])('never repeats a key that the endpoint sends back (%s)', async (name) => {
    const { ask, log } = await openClient([name], { withKey: true });
    const error: unknown = await ask().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ModelError);
    expect(JSON.stringify([error, String(error), log])).not.toContain('canary');
  });
});
