import { fail, StageError } from '../failing.ts';
import type { Session, SessionEnd } from './session.ts';

/** Ended sessions are remembered, so that calls to them are told what happened. */
const mostEnded = 64;

/** The sessions of a server. */
export class Sessions {
  readonly #live = new Map<string, Session>();
  readonly #ended = new Map<string, SessionEnd>();
  #last = 0;

  /** An id that was never used before. */
  nextId(): string {
    this.#last += 1;
    return `session-${this.#last}`;
  }

  add(session: Session & { readonly ended: Promise<SessionEnd> }): void {
    this.#live.set(session.id, session);
    void this.#remember(session);
  }

  /** Keeps how a session ended. */
  async #remember(session: Session & { readonly ended: Promise<SessionEnd> }): Promise<void> {
    const end = await session.ended;
    this.#live.delete(session.id);
    this.#ended.set(session.id, end);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > mostEnded && oldest !== undefined) this.#ended.delete(oldest);
  }

  live(): readonly Session[] {
    return [...this.#live.values()];
  }

  /** The session with this id, or the only one. Throws NOT_RUNNING or SESSION_AMBIGUOUS. */
  find(id?: string): Session {
    if (id === undefined) return this.#only();
    const session = this.#live.get(id);
    if (session) return session;
    throw new StageError(notRunning(id, this.#ended.get(id)));
  }

  async close(): Promise<void> {
    await Promise.allSettled(
      this.live().map((session) => (session.pid === undefined ? session.detach() : session.kill())),
    );
  }

  #only(): Session {
    const [session, ...others] = this.#live.values();
    if (!session) {
      const [id, end] = [...this.#ended].at(-1) ?? [];
      throw new StageError(notRunning(id, end));
    }
    if (others.length > 0) {
      const ids = this.live().map((live) => live.id);
      throw new StageError(fail('SESSION_AMBIGUOUS', { session_ids: ids }, { effect: 'none' }));
    }
    return session;
  }
}

const notRunning = (id: string | undefined, end: SessionEnd | undefined) =>
  fail(
    'NOT_RUNNING',
    {
      ...(id !== undefined && { session_id: id }),
      ...(end && {
        ended_at: end.endedAt,
        ...(end.exitCode !== undefined && { exit_code: end.exitCode }),
        ...(end.signal !== undefined && { signal: end.signal }),
        ...(end.outputTail !== undefined && { output_tail: end.outputTail }),
      }),
    },
    { effect: 'none' },
  );
