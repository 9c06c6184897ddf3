import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '@recourse/contract';

/** The state of an app, as the app itself knows it. */
export type Facts = Readonly<Record<string, Json>>;

/** Facts that are different now. Null stands for a fact that is gone. */
export type Changes = Readonly<Record<string, Json>>;

/** How long an app may take to show the effect of an action. */
const effectMs = 10_000;

/**
 * Compares what answers say with what has happened in the app. Every change of the app must be
 * expected: an unexpected one means that an action has reached a wrong element.
 */
export class Ledger {
  /** Actions on wrong elements: changes that were not expected. */
  readonly wrong: string[] = [];
  /** False successes: actions that were reported as done and had no effect. */
  readonly false: string[] = [];
  /** The actions that were compared with the app. */
  actions = 0;
  readonly #read: () => Promise<Facts>;
  readonly #effectMs: number;
  #facts: Facts | undefined;

  constructor(read: () => Promise<Facts>, { effectMs: given = effectMs } = {}) {
    this.#read = read;
    this.#effectMs = given;
  }

  /** Takes the state of the app as it is, before a story. */
  async open(): Promise<void> {
    this.#facts = await this.#read();
  }

  /** An action was reported as done. The app must change in exactly this way. */
  async done(action: string, expected: Changes): Promise<void> {
    this.actions += 1;
    const wanted = JSON.stringify(sorted(expected));
    const end = performance.now() + this.#effectMs;
    let changes = await this.#changes();
    while (JSON.stringify(changes) !== wanted && performance.now() < end) {
      await pause(20);
      changes = await this.#changes();
    }
    if (JSON.stringify(changes) === wanted) {
      this.#facts = await this.#read();
      return;
    }
    const list = Object.keys(changes).length === 0 ? this.false : this.wrong;
    this.#record(list, `${action} should have changed ${wanted}, but changed ${JSON.stringify(changes)}`);
  }

  /** Nothing may have changed: an action was refused, or the client has only looked. */
  async unchanged(action: string): Promise<void> {
    const changes = await this.#changes();
    if (Object.keys(changes).length > 0) this.#record(this.wrong, `${action} changed ${JSON.stringify(changes)}`);
  }

  async #changes(): Promise<Changes> {
    const [before, now] = [this.#facts ?? {}, await this.#read()];
    const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])];
    const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(now[key]));
    return sorted(Object.fromEntries(changed.map((key) => [key, now[key] ?? null])));
  }

  #record(list: string[], entry: string): never {
    list.push(entry);
    throw new Error(entry);
  }
}

const sorted = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).toSorted(([one], [other]) => (one < other ? -1 : 1)));
