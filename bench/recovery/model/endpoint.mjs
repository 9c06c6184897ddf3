import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

const answerMs = 120_000;
const mostAttempts = 4;
const longestWaitMs = 60_000;

/**
 * A model behind an OpenAI-compatible endpoint (`POST <url>/chat/completions`).
 *
 * @typedef {{ role: string, content?: string | null, tool_calls?: readonly ToolCall[], tool_call_id?: string }} Message
 * @typedef {{ id: string, function: { name: string, arguments: string } }} ToolCall
 * @typedef {{ prompt: number, completion: number, isCounted: boolean }} Usage `isCounted`: the endpoint reported it
 * @typedef {(messages: readonly Message[], tools: readonly object[]) => Promise<{ message: Message, usage: Usage }>} Model
 *
 * @param {{ url: string, name: string, key: string | undefined, countTokens: (text: string) => number }} options
 * @returns {Model}
 */
export const openModel = ({ url, name, key, countTokens }) => {
  const address = `${url.replace(/\/+$/, '')}/chat/completions`;
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };

  /** @type {(body: string, attempt?: number) => Promise<any>} */
  const post = async (body, attempt = 1) => {
    const { status, text, retryAfter } = await send(new URL(address), headers, body);
    if (status >= 200 && status < 300) return JSON.parse(text);
    const mayPass = status === 429 || status >= 500;
    if (!mayPass || attempt >= mostAttempts) throw new Error(`${address} answered ${status}: ${text.slice(0, 500)}`);
    const seconds = Number(retryAfter ?? 2 ** attempt);
    await sleep(Math.min(longestWaitMs, Number.isFinite(seconds) ? seconds * 1_000 : 0));
    return post(body, attempt + 1);
  };

  return async (messages, tools) => {
    const body = JSON.stringify({ model: name, messages, tools, temperature: 0 });
    const answer = await post(body);
    const message = answer?.choices?.[0]?.message;
    if (typeof message !== 'object' || message === null)
      throw new Error(`${address} answered without a message: ${JSON.stringify(answer).slice(0, 500)}`);
    // Some endpoints answer with a list of parts.
    if (Array.isArray(message.content)) message.content = message.content.map(({ text = '' }) => text).join('');
    const { prompt_tokens: prompt, completion_tokens: completion } = answer.usage ?? {};
    const usage =
      typeof prompt === 'number' && typeof completion === 'number'
        ? { prompt, completion, isCounted: true }
        : { prompt: countTokens(body), completion: countTokens(JSON.stringify(message)), isCounted: false };
    return { message, usage };
  };
};

/**
 * By `node:http`, because `fetch` sets its timers by the global ones, which belong to the clock of the office.
 *
 * @type {(url: URL, headers: Record<string, string>, body: string) => Promise<{ status: number, text: string, retryAfter: string | undefined }>}
 */
const send = (url, headers, body) =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, { method: 'POST', headers, signal: AbortSignal.timeout(answerMs) }, async (answer) => {
      try {
        const chunks = [];
        for await (const chunk of answer) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode ?? 0, text, retryAfter: answer.headers['retry-after'] });
      } catch (error) {
        reject(error);
      }
    });
    sent.once('error', reject);
    sent.end(body);
  });
