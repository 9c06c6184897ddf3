import type { Failure } from '@recourse/contract';
import { isFailure } from '@recourse/contract';
import { classifyError } from '@recourse/upstream';
import type { BoundedAnswer, SendBounded, UpstreamRequest } from '@recourse/upstream';
import type { AdapterOperation } from '../../adapter/adapter.ts';
import type { FailWith } from '../exchange.ts';
import type { Limits } from '../limits/limits.ts';
import type { Credentials } from '../secrets/credentials.ts';
import { addressRefusal } from './destination.ts';
import type { Destination } from './destination.ts';
import { mostHops, targetWithin } from './redirect.ts';

/** One request as it goes out, but for credentials. */
interface Outgoing {
  readonly operation: AdapterOperation;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly credentials: Credentials;
  /** By `performance.now()`: when the whole call must have ended. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** Sends a request and returns the answer or a failure. */
export type Transport = (outgoing: Outgoing, asked: UpstreamRequest) => Promise<BoundedAnswer | Failure>;

export interface TransportOptions {
  readonly destination: Destination;
  readonly send: SendBounded;
  readonly limits: Limits;
  readonly fail: FailWith;
}

/**
 * Sends one request, and follows redirects of a read on the same host; the limits apply to each hop. Returns whatever
 * status the upstream answered with, and a failure only if there was no answer.
 */
export const createTransport = ({ destination, send, limits, fail }: TransportOptions): Transport => {
  const sendOnce = async (
    outgoing: Outgoing,
    target: string,
    asked: UpstreamRequest,
  ): Promise<BoundedAnswer | Failure> => {
    const { operation, headers, body, credentials, signal } = outgoing;
    const place = limits.take(operation);
    if (isFailure(place)) return place;
    let answer: BoundedAnswer | undefined;
    try {
      answer = await send({
        origin: destination.origin,
        target: signed(target, credentials.query),
        method: operation.method,
        headers: signedHeaders(headers, credentials),
        ...(body !== undefined && { body }),
        timeoutMs: Math.max(1, outgoing.deadline - performance.now()),
        signal,
      });
      return answer;
    } catch (thrown) {
      const refusal = addressRefusal(thrown);
      return refusal
        ? fail('PERMISSION_DENIED', { reason: refusal }, { effect: 'none' })
        : classifyError(thrown, asked);
    } finally {
      place.end(answer);
    }
  };

  return async (outgoing, asked) => {
    const reads = outgoing.operation.method === 'GET' || outgoing.operation.method === 'HEAD';
    let target = destination.prefix + outgoing.target;
    let answer = await sendOnce(outgoing, target, asked);
    const hops = reads ? mostHops : 0;
    for (let hop = 0; hop < hops && !isFailure(answer); hop += 1) {
      const next = targetWithin(destination.origin, target, answer.status, answer.headers.get('location'));
      if (next === undefined) return answer;
      target = next;
      answer = await sendOnce(outgoing, target, asked);
    }
    return answer;
  };
};

/** Credentials replace what a caller's parameters set; cookies are joined. */
const signedHeaders = (
  headers: Readonly<Record<string, string>>,
  { headers: own, cookies }: Credentials,
): Readonly<Record<string, string>> => ({
  ...headers,
  ...own,
  ...(cookies.length > 0 && {
    cookie: [...(headers['cookie'] === undefined ? [] : [headers['cookie']]), ...cookies].join('; '),
  }),
});

/** Adds the key to the query, unless the target of a redirect has it already. */
const signed = (target: string, pairs: readonly string[]): string =>
  pairs.reduce((signedTarget, pair) => {
    if (signedTarget.includes(pair)) return signedTarget;
    return `${signedTarget}${signedTarget.includes('?') ? '&' : '?'}${pair}`;
  }, target);
