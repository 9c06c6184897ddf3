import type { Subject } from '@recourse/contract';
import { fail, StageError } from '../failing.ts';
import { notRunning } from './not-running.ts';
import type { Session, SessionEnd } from './session.ts';

/** Ended sessions are remembered, so that calls to them are told what happened. */
const mostEnded = 64;
/** Each session has a browser of its own, which takes some 300 MB. */
const mostSessions = 16;
const sessionPattern = /^session-\d{1,9}$/u;

type OpenedSession = Session & { readonly ended: Promise<SessionEnd> };

interface Opening {
  readonly abort: AbortController;
  readonly done: Promise<unknown>;
}

/** The sessions of a server. */
export class Sessions {
  readonly #live = new Map<string, Session>();
  readonly #ended = new Map<string, SessionEnd>();
  readonly #openings = new Map<string, Opening>();
  readonly #endListeners = new Set<(id: string) => void>();
  readonly #leaveListeners = new Set<(id: string) => Promise<void>>();
  #last = 0;

  /**
   * Opens a session under an id that was never used before. `connect` must leave nothing behind if it throws, and stop
   * when its signal aborts. Throws ALREADY_RUNNING if there are too many sessions, and with `alone` if there is any.
   */
  async open<Opened extends OpenedSession>(
    { alone, signal }: { readonly alone: boolean; readonly signal: AbortSignal },
    connect: (id: string, signal: AbortSignal) => Promise<Opened>,
  ): Promise<Opened> {
    const most = alone ? 1 : mostSessions;
    // A lost connection mostly means that the app has crashed, which takes a moment to be known.
    if (!this.#hasRoom(most)) await Promise.allSettled(this.live().map((session) => session.connected()));
    signal.throwIfAborted();
    this.#checkRoom(most);
    const id = this.nextId();
    const abort = new AbortController();
    const opening = connect(id, AbortSignal.any([signal, abort.signal]));
    this.#openings.set(id, { abort, done: opening.catch(() => undefined) });
    try {
      const session = await opening;
      this.add(session);
      return session;
    } finally {
      this.#openings.delete(id);
    }
  }

  /** An id that was never used before. */
  nextId(): string {
    this.#last += 1;
    return `session-${this.#last}`;
  }

  add(session: OpenedSession): void {
    this.#live.set(session.id, session);
    void this.#remember(session);
  }

  /** Calls the listener with the id of each session that has ended. */
  onEnd(listener: (id: string) => void): void {
    this.#endListeners.add(listener);
  }

  /** Calls the listener with the id of each session whose app keeps running, before the session ends. */
  onLeave(listener: (id: string) => Promise<void>): void {
    this.#leaveListeners.add(listener);
  }

  /** Ends a session with an app that was running before. Throws like `find` and `Session.detach`. */
  async detach(id?: string): Promise<void> {
    const session = this.find(id);
    if (!session.isOwned) await Promise.allSettled([...this.#leaveListeners].map((leave) => leave(session.id)));
    await session.detach();
  }

  live(): readonly Session[] {
    return [...this.#live.values()].filter(({ end }) => end === undefined);
  }

  /** The session with this id, or the only one. Throws NOT_RUNNING or SESSION_AMBIGUOUS. */
  find(id?: string): Session {
    if (id === undefined) return this.#only();
    const session = this.#live.get(id);
    if (session && !session.end) return session;
    throw new StageError(notRunning(id, session?.end ?? this.#ended.get(id)));
  }

  /** The session that a call with this argument is about, for its answer. The argument has not been checked. */
  subject(id: unknown): Subject | undefined {
    if (typeof id === 'string' && sessionPattern.test(id)) return { type: 'session', id };
    const [only, ...others] = this.live();
    if (id !== undefined || others.length > 0) return undefined;
    const found = only?.id ?? this.#lastEnded()?.id;
    return found === undefined ? undefined : { type: 'session', id: found };
  }

  /** Ends every session, and those that are being opened. */
  async close(): Promise<void> {
    const openings = [...this.#openings.values()];
    for (const { abort } of openings) abort.abort(new Error('The server is shutting down'));
    await Promise.all(openings.map(({ done }) => done));
    await Promise.allSettled(
      [...this.#live.values()].map((session) => (session.isOwned ? session.kill() : session.detach())),
    );
  }

  /** Keeps how a session ended. */
  async #remember(session: OpenedSession): Promise<void> {
    const end = await session.ended;
    this.#live.delete(session.id);
    this.#ended.set(session.id, end);
    for (const listener of this.#endListeners) listener(session.id);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > mostEnded && oldest !== undefined) this.#ended.delete(oldest);
  }

  /** The session that ended last; its processes may still be ending. */
  #lastEnded(): { readonly id: string; readonly end: SessionEnd | undefined } | undefined {
    const ending = [...this.#live.values()].at(-1);
    if (ending) return ending;
    const [id, end] = [...this.#ended].at(-1) ?? [];
    return id === undefined ? undefined : { id, end };
  }

  #hasRoom(most: number): boolean {
    return this.live().length + this.#openings.size < most;
  }

  #checkRoom(most: number): void {
    if (this.#hasRoom(most)) return;
    const { id, pid } = this.live()[0] ?? {};
    const details = { ...(id !== undefined && { session_id: id }), ...(pid !== undefined && { pid }) };
    const subject = id === undefined ? {} : { subject: { type: 'session', id } };
    const message = most === 1 ? {} : { message: `${most} apps are already running, which is the limit` };
    throw new StageError(fail('ALREADY_RUNNING', details, { effect: 'none', ...subject, ...message }));
  }

  #only(): Session {
    const [session, ...others] = this.live();
    if (!session) {
      const last = this.#lastEnded();
      throw new StageError(notRunning(last?.id, last?.end));
    }
    if (others.length > 0) {
      const ids = [session, ...others].map(({ id }) => id);
      throw new StageError(fail('SESSION_AMBIGUOUS', { session_ids: ids }, { effect: 'none' }));
    }
    return session;
  }
}
