import { matchesAny } from '../urls/match-url.ts';
import type { Exchange, RequestSent, Response } from './exchange.ts';

/** The most exchanges that a capture keeps; older ones are dropped. */
export const mostExchanges = 500;
const mostPending = 2000;
const longestUrl = 2000;
const longestRequestBody = 10_000;

/** The requests of one surface whose addresses match, oldest first. */
export class Capture {
  readonly since = new Date().toISOString();
  readonly maxBodyChars: number;
  readonly #urls: readonly string[];
  readonly #exchanges: Exchange[] = [];
  /** By the frame and the id of the request. */
  readonly #pending = new Map<string, Exchange>();
  #last = 0;
  /** Ends the capture in the app. */
  end: () => Promise<void> = () => Promise.resolve();

  constructor(urls: readonly string[], maxBodyChars: number) {
    this.#urls = urls;
    this.maxBodyChars = maxBodyChars;
  }

  /** How many exchanges were dropped because there were too many. */
  get dropped(): number {
    return this.#last - this.#exchanges.length;
  }

  after(number: number): readonly Exchange[] {
    return this.#exchanges.filter((exchange) => exchange.number > number);
  }

  sent(frame: string, { requestId, type, timestamp, wallTime, request, redirectResponse }: RequestSent): void {
    // A redirect keeps the id: it ends one exchange and begins another.
    if (redirectResponse) {
      this.responded(frame, requestId, redirectResponse);
      this.finished(frame, requestId, timestamp);
    }
    if (!matchesAny(request.url, this.#urls) || this.#pending.size >= mostPending) return;
    this.#last += 1;
    const exchange: Exchange = {
      number: this.#last,
      method: request.method,
      url: request.url.slice(0, longestUrl),
      resourceType: type ?? 'Other',
      startedAt: new Date(wallTime * 1000).toISOString(),
      startedSeconds: timestamp,
      requestHeaders: request.headers,
      requestBody: request.postData?.slice(0, longestRequestBody),
      state: 'pending',
    };
    this.#pending.set(keyOf(frame, requestId), exchange);
    this.#exchanges.push(exchange);
    if (this.#exchanges.length > mostExchanges) this.#exchanges.shift();
  }

  responded(frame: string, requestId: string, { status, mimeType, headers }: Response): void {
    const exchange = this.#pending.get(keyOf(frame, requestId));
    if (exchange) Object.assign(exchange, { status, mimeType, responseHeaders: headers });
  }

  /** Ends an exchange and returns it; undefined if it is not captured. */
  finished(frame: string, requestId: string, timestamp: number, failure?: string): Exchange | undefined {
    const exchange = this.#pending.get(keyOf(frame, requestId));
    if (!exchange) return undefined;
    this.#pending.delete(keyOf(frame, requestId));
    exchange.state = failure === undefined ? 'finished' : 'failed';
    exchange.durationMs = Math.max(0, Math.round((timestamp - exchange.startedSeconds) * 1000));
    if (failure !== undefined) exchange.failure = failure;
    return exchange;
  }
}

const keyOf = (frame: string, requestId: string): string => `${frame} ${requestId}`;
