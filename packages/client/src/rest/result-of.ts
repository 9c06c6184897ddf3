import { STATUS_CODES } from 'node:http';
import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { dialectOf } from '../reading/dialect-of.ts';
import { mayHaveFailed } from '../reading/read-result.ts';
import { unreadable } from './exchange.ts';
import type { HttpAnswer } from './exchange.ts';

/**
 * Converts an answer over REST to the result of `tools/call`, so that it is read like any other. If its body is not a
 * failure of the contract, only the status is known, and it is thrown.
 */
export const resultOf = (answer: HttpAnswer, now: number): object => {
  const { status } = answer;
  const isSuccess = status >= 200 && status < 300;
  const { text, body } = bodyOf(answer);
  const content = [{ type: 'text', text }];
  if (isSuccess) {
    if (body === undefined) throw unreadable('The response is not a JSON object');
    return { content, structuredContent: body };
  }
  if (body === undefined || !mayHaveFailed({ structuredContent: body })) throw statusError(answer, body, now);
  return { content, structuredContent: withHeaders(body, answer, now), isError: true };
};

/** Only a body that is declared as JSON is read as such: a proxy's page is not an answer of the server. */
const bodyOf = ({ headers, bytes }: HttpAnswer): { readonly text: string; readonly body: JsonObject | undefined } => {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  const none = { text: '', body: undefined };
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type) || encoding !== 'identity') return none;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? { text, body: value } : none;
  } catch {
    return none;
  }
};

/** Adds the facts from HTTP headers to the failure; the values in the body are more exact and take precedence. */
const withHeaders = (body: JsonObject, { headers }: HttpAnswer, now: number): JsonObject => {
  const dialect = dialectOf(body);
  const afterMs = retryAfterMs(headers['retry-after'], now);
  const hasPlace = dialect === 'problem' || dialect === 'recourse';
  const { _meta: meta } = body;
  return {
    ...(hasPlace && afterMs !== undefined && { retry_after_ms: afterMs }),
    ...body,
    ...(headers['idempotent-replayed'] === 'true' && { _meta: { ...(isJsonObject(meta) && meta), replayed: true } }),
  };
};

const statusError = ({ status, headers }: HttpAnswer, body: JsonObject | undefined, now: number): Error => {
  const said = [body?.['detail'], body?.['title'], body?.['message'], body?.['error']].find(
    (text) => typeof text === 'string' && text !== '',
  );
  const isRedirect = status >= 300 && status < 400;
  const words = isRedirect ? 'redirects are not followed' : said;
  const afterMs = retryAfterMs(headers['retry-after'], now);
  return Object.assign(
    new Error(
      `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim() + (words === undefined ? '' : `: ${String(words)}`),
    ),
    { data: { status }, ...(afterMs !== undefined && { retryAfterMs: afterMs }) },
  );
};

/** Seconds, or a date; anything else is ignored. */
const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const ms = /^[A-Z][a-z]{2}, [\w :]+ GMT$/.test(header) ? Date.parse(header) - now : Number.NaN;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
};
