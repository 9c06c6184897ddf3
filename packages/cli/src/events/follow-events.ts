import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog, EventQuery, LoggedEvent } from '@recourse/stores';

export interface FollowOptions {
  /** Opens the log; again after it was away. */
  readonly open: () => Promise<FollowedLog>;
  readonly query: EventQuery;
  /** How many of the last events are shown first. */
  readonly first: number;
  readonly show: (events: readonly LoggedEvent[]) => void;
  /** Is told once that the log is away, and once that it is back. */
  readonly onAway: (error: Error) => void;
  readonly onBack: () => void;
  /** Whether a failure means that the log is away; any other ends the following. */
  readonly isAway: (error: Error) => boolean;
  readonly signal: AbortSignal;
  readonly everyMs?: number;
}

interface FollowedLog {
  readonly events: Pick<EventLog, 'read'>;
  /** Changes when another log has replaced this one. */
  readonly identity: () => string;
  close(): Promise<void>;
}

const atOnce = 500;

/** Shows events as they come, until it is stopped. A log that is away is waited for, and nothing is shown twice. */
export const followEvents = async (options: FollowOptions): Promise<void> => {
  const { signal, everyMs = 500 } = options;
  const follower = new Follower(options);
  let away = false;
  try {
    while (!signal.aborted) {
      try {
        await follower.advance();
        if (away) options.onBack();
        away = false;
      } catch (error) {
        if (!(error instanceof Error) || !options.isAway(error)) throw error;
        if (!away) options.onAway(error);
        away = true;
        await follower.leave();
      }
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await follower.leave();
  }
};

class Follower {
  readonly #options: FollowOptions;
  #log: FollowedLog | undefined;
  #identity = '';
  /** The last place that was looked at; nothing before the first look. */
  #after: number | undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  async advance(): Promise<void> {
    this.#log ??= await this.#options.open();
    const { identity } = this.#log;
    if (this.#identity !== '' && this.#identity !== identity()) {
      // Another log counts its places from the start.
      this.#after = 0;
      await this.leave();
      this.#log = await this.#options.open();
    }
    this.#identity = this.#log.identity();
    await this.#read(this.#log.events);
  }

  /** The end of the log is looked up first: what comes while the rest is read lies behind it, and is not skipped. */
  async #read(events: FollowedLog['events']): Promise<void> {
    const { query, first, show } = this.#options;
    const [last] = await events.read({ limit: 1 });
    const end = last?.position ?? 0;
    for (let full = true; full;) {
      const from = this.#after;
      const found =
        from === undefined
          ? await events.read({ ...query, limit: first })
          : await events.read({ ...query, after: from, limit: atOnce });
      if (found.length > 0) show(found);
      full = from !== undefined && found.length === atOnce;
      this.#after = Math.max(from ?? 0, found.at(-1)?.position ?? 0, full ? 0 : end);
    }
  }

  async leave(): Promise<void> {
    const log = this.#log;
    this.#log = undefined;
    await log?.close().catch(() => undefined);
  }
}
