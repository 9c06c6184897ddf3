import { changeFailure, isJsonObject } from '@recourse/contract';
import type { FailureOptions } from '@recourse/contract';
import { failAsClient } from './client-codes.ts';
import { cleanText } from './limits.ts';
import type { ReadingLimits } from './limits.ts';
import { isProtocolError, readErrorData } from './read-error-data.ts';
import { readInferred } from './read-inferred.ts';
import type { Rules } from './read-inferred.ts';
import type { ReadOptions } from './read-result.ts';
import type { Reading, Source } from './reading.ts';
import { temper } from './temper.ts';

type Thrown = Readonly<Record<string, unknown>>;

/**
 * Reads what a client threw instead of a result: an error of the protocol, of the connection, or of the client
 * itself. Names and codes of both generations of the SDK are known; what is unknown may have taken effect.
 */
export const readThrown = (thrown: unknown, options: ReadOptions): Reading => {
  const error = isObject(thrown) ? thrown : {};
  const contract = isSessionGone(error) ? undefined : readErrorData(error, options);
  if (contract) return { source: 'contract', replayed: false, failure: temper(contract, options.limits, options.now) };
  const said = cleanText(typeof error['message'] === 'string' ? error['message'] : '', options.limits.messageLength);
  const message = said === '' ? {} : { message: said };
  if (isSessionGone(error)) return reading('transport', 'ANSWER_LOST', { effect: 'none', ...message });
  const status = statusOf(error);
  if (status === 429 && options.rules) return readRateLimit(said, error, options.rules, options.limits);
  if (status !== undefined) return readStatus(status, { ...message, ...retryAfterOf(error) });
  if (error['name'] === 'UnreadableAnswerError')
    return reading('transport', 'ANSWER_UNREADABLE', { effect: 'unknown', ...message });
  if (neverSent(error)) return reading('transport', 'ANSWER_LOST', { effect: 'none', ...message });
  if (wasLost(error)) return reading('transport', 'ANSWER_LOST', { effect: 'unknown', ...message });
  const number = typeof error['code'] === 'number' ? error['code'] : undefined;
  const refused = number !== undefined && refusedBeforeRun.has(number) && !isLocal(said);
  const effect = refused ? 'none' : 'unknown';
  // An error without a number is one of the client's own, and its words are not the server's.
  const inferred =
    options.rules && number !== undefined && !isLocal(said)
      ? readInferred({ text: withCode(said, error), number, effect }, options.rules, options.limits)
      : undefined;
  if (!inferred) return reading('protocol', 'PROTOCOL_REFUSED', { effect, ...message });
  return refused && !isRefusal(inferred) ? withUnknownEffect(inferred) : inferred;
};

/** Ordinary servers put the code of what failed, such as `ECONNREFUSED`, into the data of an error. */
const withCode = (said: string, { data }: Thrown): string =>
  isJsonObject(data) && typeof data['code'] === 'string' ? `${said}\n${data['code']}` : said;

/**
 * Whether the words agree with a number that says that no tool has run. A tool can throw an error with any number: a
 * rate limit or a lock was met by something that ran.
 */
const isRefusal = ({ failure: { category, code } }: Reading): boolean =>
  category === 'validation' || code === 'NOT_FOUND_OPERATION';

const withUnknownEffect = (found: Reading): Reading => ({
  ...found,
  failure: changeFailure(found.failure, { effect: 'unknown' }),
});

type OwnCode = 'ANSWER_LOST' | 'ANSWER_UNREADABLE' | 'PROTOCOL_REFUSED';

const reading = (source: Source, code: OwnCode, options: FailureOptions): Reading => ({
  source,
  replayed: false,
  failure: failAsClient(code, {}, options),
});

/** Parse error, invalid request, no such method, wrong parameters, header, capability or version: no tool has run. */
const refusedBeforeRun: ReadonlySet<number> = new Set([-32_700, -32_600, -32_601, -32_602, -32_020, -32_021, -32_022]);

/** The SDK refuses an answer that does not fit its schema with a number of the protocol, after the tool has run. */
const isLocal = (message: string): boolean => /structured content|output schema/i.test(message);

const statusOf = (error: Thrown): number | undefined => {
  if (isProtocolError(error)) return undefined;
  const { status, data, code } = error;
  if (typeof status === 'number') return status;
  if (isJsonObject(data) && typeof data['status'] === 'number') return data['status'];
  // The first generation gives the status of HTTP as the code of its error.
  return typeof code === 'number' && code >= 400 && code < 600 ? code : undefined;
};

/** When the server said to come back, where a client over HTTP has read it. */
const retryAfterOf = ({ retryAfterMs: ms }: Thrown): FailureOptions =>
  typeof ms === 'number' && Number.isFinite(ms) ? { retry_after_ms: Math.max(0, ms) } : {};

/** A session that the server no longer knows, which the SDK tells as a 404: no tool has run, and a new one is due. */
export const isSessionGone = (error: Thrown): boolean => {
  // A server that uses HTTP-like numbers for its own errors has answered, and may have run the tool.
  if (isProtocolError(error)) return false;
  return error['name'] === 'SdkHttpError' ? statusOf(error) === 404 : error['code'] === 404 || error['status'] === 404;
};

/** A status of HTTP says that much: who is not let in, and who came too often, has had nothing done for him. */
const readStatus = (status: number, message: FailureOptions): Reading => {
  if (status === 401 || status === 403)
    return reading('transport', 'PROTOCOL_REFUSED', { effect: 'none', recovery: 'authorize', ...message });
  if (status === 429) return reading('transport', 'ANSWER_LOST', { effect: 'none', recovery: 'wait', ...message });
  if (status >= 500) return reading('transport', 'ANSWER_LOST', { effect: 'unknown', ...message });
  return reading('protocol', 'PROTOCOL_REFUSED', { effect: 'none', ...message });
};

/** An ordinary server does not say whether it met the limit before the tool ran. */
const readRateLimit = (text: string, error: Thrown, rules: Rules, limits: ReadingLimits): Reading => {
  const found = readInferred({ text, number: 429, effect: 'unknown' }, rules, limits);
  const retry = { effect: 'unknown', ...retryAfterOf(error) } as const;
  if (!found) return reading('transport', 'ANSWER_LOST', { ...retry, recovery: 'wait' });
  return { ...found, failure: changeFailure(found.failure, retry) };
};

const neverSent = (error: Thrown): boolean =>
  error['code'] === 'NOT_CONNECTED' || saysNotConnected(error) || wasUnreached(causesOf(error));

const wasUnreached = (causes: readonly Thrown[]): boolean =>
  causes.some(({ code }) => unreached.has(code)) &&
  causes.every(({ syscall }) => syscall === undefined || opening.has(syscall));

const unreached: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH']);
/** A connection that was open can meet the same errors when it is read or written: then the call may have arrived. */
const opening: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** So the SDK says it. A server can send the same words about something behind it. */
export const saysNotConnected = (error: Thrown): boolean =>
  error['message'] === 'Not connected' && !isProtocolError(error);

const wasLost = (error: Thrown): boolean => {
  const { code, name } = error;
  if (typeof code === 'string' && ['REQUEST_TIMEOUT', 'CONNECTION_CLOSED', 'SEND_FAILED'].includes(code)) return true;
  // The first generation: its own time-out and its own closed connection.
  if (code === -32_001 || code === -32_000) return true;
  if (name === 'TimeoutError' || name === 'AbortError') return true;
  const isSystemError = causesOf(error).some(
    ({ code: found }) => typeof found === 'string' && /^E[A-Z]+$|^UND_ERR_/.test(found),
  );
  return isSystemError || error['message'] === 'fetch failed';
};

/** An error and what caused it, a few levels down. */
const causesOf = (error: Thrown): readonly Thrown[] => {
  const found: Thrown[] = [];
  let current: unknown = error;
  for (let level = 0; level < 4 && isObject(current); level += 1) {
    found.push(current);
    current = current['cause'];
  }
  return found;
};

const isObject = (value: unknown): value is Thrown => typeof value === 'object' && value !== null;
