import { setTimeout } from 'node:timers/promises';
import type { AnySession } from './any-session.ts';

/** The commands that let a request go, by the event that says the browser holds it. */
const releases = {
  'Fetch.requestPaused': { method: 'Fetch.continueRequest', params: {} },
  'Fetch.authRequired': {
    method: 'Fetch.continueWithAuth',
    params: { authChallengeResponse: { response: 'Default' } },
  },
} as const;

/** No address has this form, so nothing new is held. */
const nothing = { patterns: [{ urlPattern: 'recourse-nothing:' }] };
const timeoutMs = 2000;
const lastRequestsMs = 200;

/** The requests that the domain Fetch holds for a plugin in one session. */
export class HeldRequests {
  readonly #session: AnySession;
  readonly #held = new Map<string, keyof typeof releases>();
  readonly #stops: readonly (() => void)[];
  #isReleasing = false;

  constructor(session: AnySession) {
    this.#session = session;
    this.#stops = (['Fetch.requestPaused', 'Fetch.authRequired'] as const).map((event) =>
      session.on(event, (data) => {
        const { requestId } = data as { readonly requestId: string };
        if (this.#isReleasing) void this.#release(requestId, event);
        else this.#held.set(requestId, event);
      }),
    );
  }

  /** The plugin has answered a request. */
  answered(requestId: unknown): void {
    if (typeof requestId === 'string') this.#held.delete(requestId);
  }

  /**
   * Sends every held request on to the server, then disables the domain. Electron fails each request that the domain
   * holds at that moment, even before it says so: hence the wait.
   */
  async end(): Promise<void> {
    this.#isReleasing = true;
    const held = [...this.#held];
    this.#held.clear();
    try {
      await this.#session.send('Fetch.enable', nothing, { timeoutMs });
      await Promise.all([
        ...held.map(([requestId, event]) => this.#release(requestId, event)),
        setTimeout(lastRequestsMs),
      ]);
      await this.#session.send('Fetch.disable', {}, { timeoutMs });
    } finally {
      for (const stop of this.#stops) stop();
    }
  }

  /** It may fail: the page that made the request may be gone. */
  async #release(requestId: string, event: keyof typeof releases): Promise<void> {
    const { method, params } = releases[event];
    await this.#session.send(method, { requestId, ...params }, { timeoutMs }).catch(() => undefined);
  }
}
