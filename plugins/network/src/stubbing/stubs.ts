import type { PluginSession } from '@recourse/stage-plugin';
import { matchesAny } from '../urls/match-url.ts';
import { preflightHeaders, responseHeaders } from './stub.ts';
import type { PausedRequest, Stub } from './stub.ts';

/** The most stubs of a surface. */
export const mostStubs = 50;

/** The stubs of one surface. The browser holds requests only while there are any. */
export class Stubs {
  readonly #session: PluginSession;
  #stubs: readonly Stub[] = [];
  #stop: (() => Promise<void>) | undefined;
  #last = 0;
  #lastHold: Promise<void> = Promise.resolve();

  constructor(session: PluginSession) {
    this.#session = session;
  }

  all(): readonly Stub[] {
    return this.#stubs;
  }

  /** Adds a stub, which later ones give way to. */
  async add(stub: Omit<Stub, 'id' | 'answered' | 'held'>): Promise<Stub> {
    this.#last += 1;
    const added = { ...stub, id: `stub-${this.#last}`, answered: 0, held: new Map() };
    this.#stubs = [...this.#stubs, added];
    await this.#hold();
    return added;
  }

  /** Removes one stub, or all, and sends the requests that they delay on to the server. Returns how many there were. */
  async remove(id?: string): Promise<number> {
    const removed = this.#stubs.filter((stub) => id === undefined || stub.id === id);
    this.#stubs = this.#stubs.filter((stub) => !removed.includes(stub));
    await Promise.allSettled(removed.flatMap(({ held }) => [...held.values()].map((release) => release())));
    if (removed.length > 0) await this.#hold();
    return removed.length;
  }

  /** Tells the browser which requests to hold. Each change waits for the one before, and applies what is true then. */
  #hold(): Promise<void> {
    const held = this.#lastHold.then(() => this.#holdNow());
    this.#lastHold = held.catch(() => undefined);
    return held;
  }

  async #holdNow(): Promise<void> {
    const patterns = [...new Set(this.#stubs.flatMap(({ urls }) => urls))].map((url) => ({ urlPattern: escaped(url) }));
    if (patterns.length === 0) {
      await this.#session.devtools('Fetch.disable', {}, { frame: 'all' });
      await this.#stop?.();
      this.#stop = undefined;
      return;
    }
    this.#stop ??= await this.#session.onDevtools('Fetch.requestPaused', (event: PausedRequest, frame) => {
      // A request whose page has gone needs no answer.
      void this.#answer(event, frame).catch(() => undefined);
    });
    await this.#session.devtools('Fetch.enable', { patterns }, { frame: 'all' });
  }

  async #answer(paused: PausedRequest, frame: string): Promise<void> {
    const { requestId, request } = paused;
    const send = (method: string, params: object = {}): Promise<unknown> =>
      this.#session.devtools(method, { requestId, ...params }, { frame });
    const matching = this.#stubs.filter(({ urls }) => matchesAny(request.url, urls));
    const stub = matching.find(({ method, left }) => left > 0 && (method === undefined || method === request.method));
    const preflight = matching.length > 0 ? preflightHeaders(paused) : undefined;
    if (!stub && preflight)
      return void (await send('Fetch.fulfillRequest', { responseCode: 204, responseHeaders: preflight }));
    if (!stub) return void (await send('Fetch.continueRequest'));
    if (preflight && stub.method === undefined)
      return void (await send('Fetch.fulfillRequest', { responseCode: 204, responseHeaders: preflight }));
    stub.left -= 1;
    stub.answered += 1;
    if (stub.delayMs > 0) {
      const isReleased = await delayed(stub, requestId, () => send('Fetch.continueRequest'));
      if (isReleased) return;
    }
    if (stub.abort) await send('Fetch.failRequest', { errorReason: 'Failed' });
    else {
      const body = Buffer.from(stub.body).toString('base64');
      const headers = responseHeaders(stub, paused);
      await send('Fetch.fulfillRequest', { responseCode: stub.status, responseHeaders: headers, body });
    }
    if (stub.left <= 0 && stub.held.size === 0) await this.remove(stub.id);
  }
}

/** Waits for the delay of a stub. Resolves with true as soon as the stub is removed: the request is then sent on. */
const delayed = ({ held, delayMs }: Stub, requestId: string, sendOn: () => Promise<unknown>): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isReleased: boolean): void => {
      clearTimeout(timer);
      held.delete(requestId);
      resolve(isReleased);
    };
    const timer = setTimeout(() => end(false), delayMs);
    held.set(requestId, () => {
      end(true);
      return sendOn();
    });
  });

/** In patterns of DevTools, a backslash escapes the next character. */
const escaped = (url: string): string => url.replaceAll('\\', '\\\\');
