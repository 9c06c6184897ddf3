import { BadArgumentError } from '../../reading/bad-argument-error.ts';

/** A change that a plugin made, and how it is undone. */
export interface Ending {
  /** The characters of source text that it keeps. */
  readonly size?: number;
  /** Undoes the change. It may fail: the page or the app may be gone. */
  undo(): unknown;
  /** Another change takes its place. */
  replaced?(): void;
}

const mostEndings = 1000;
const mostCharacters = 50_000_000;

/** Everything to undo when a plugin ends or a session is left, by the session and a name. */
export class Endings {
  readonly #all = new Map<string, Map<string, Ending>>();

  /**
   * Keeps an ending, in the place of the one with the same name. If there are too many, it undoes the change at once
   * and throws BadArgumentError.
   */
  set(session: string, name: string, ending: Ending): void {
    const endings = this.#all.get(session) ?? new Map<string, Ending>();
    const before = endings.get(name);
    const others = [...this.#all.values()].flatMap((all) => [...all.values()]).filter((one) => one !== before);
    const characters = [ending, ...others].reduce((sum, { size = 0 }) => sum + size, 0);
    if (others.length >= mostEndings || characters > mostCharacters) {
      void Promise.allSettled([(async () => ending.undo())()]);
      const most = `${mostEndings} changes with ${mostCharacters} characters of code in total`;
      throw new BadArgumentError(
        'name',
        `too many changes that must be undone later: a plugin may have at most ${most}`,
      );
    }
    before?.replaced?.();
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
