/** A change that a plugin made, and how it is undone. */
export interface Ending {
  /** Undoes the change. It may fail: the page or the app may be gone. */
  undo(): unknown;
  /** Another change takes its place. */
  replaced?(): void;
}

/** Everything to undo when a plugin ends or a session is left, by the session and a name. */
export class Endings {
  readonly #all = new Map<string, Map<string, Ending>>();

  /** Keeps an ending, in the place of the one with the same name. */
  set(session: string, name: string, ending: Ending): void {
    const endings = this.#all.get(session) ?? new Map<string, Ending>();
    endings.get(name)?.replaced?.();
    this.#all.set(session, endings.set(name, ending));
  }

  /** Undoes one change. Returns false if there is none with this name. */
  async undo(session: string, name: string): Promise<boolean> {
    const ending = this.#all.get(session)?.get(name);
    this.#all.get(session)?.delete(name);
    await ending?.undo();
    return ending !== undefined;
  }

  /** Undoes every change in a session; in all sessions unless one is given. The latest is undone first. */
  async undoAll(session?: string): Promise<void> {
    const sessions = session === undefined ? [...this.#all.keys()] : [session];
    const endings = sessions.flatMap((id) => [...(this.#all.get(id)?.values() ?? [])]);
    this.forget(...sessions);
    await Promise.allSettled(endings.toReversed().map(async ({ undo }) => undo()));
  }

  /** Undoes nothing: the sessions have ended. */
  forget(...sessions: readonly string[]): void {
    for (const session of sessions) this.#all.delete(session);
  }
}
