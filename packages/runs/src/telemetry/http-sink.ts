import { withinTime } from '@recourse/engine/within-time';
import type { RunEvent } from '../model/run-event.ts';
import type { Delivery } from './follow-log.ts';

export interface HttpSinkOptions {
  /** Where events are sent with POST, one JSON document on each line. */
  readonly url: string;
  /** A bearer token. */
  readonly token?: string;
  readonly timeoutMs?: number;
}

/** Sends events over HTTP. The service may get an event twice and knows it by its `event_id`. */
export const createHttpSink =
  ({ url, token, timeoutMs = 10_000 }: HttpSinkOptions) =>
  async (events: readonly RunEvent[], signal: AbortSignal): Promise<Delivery> => {
    const response = await withinTime(timeoutMs, signal, async (bound) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-ndjson',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
        redirect: 'error',
        signal: bound,
      });
      await answer.body?.cancel();
      return answer;
    });
    if (response.ok) return 'delivered';
    return response.status >= 500 || response.status === 429 || response.status === 408 ? 'later' : 'refused';
  };
