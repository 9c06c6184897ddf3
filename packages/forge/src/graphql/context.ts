import type { Actor } from '../identity/actor.ts';
import type { World } from '../world.ts';
import type { Budget } from './limits/budget.ts';

/** The state that the fields of one query share. */
export class Context {
  readonly world: World;
  readonly actor: Actor;
  readonly budget: Budget;
  readonly #known = new Map<string, Promise<unknown>>();

  constructor(world: World, actor: Actor, budget: Budget) {
    this.world = world;
    this.actor = actor;
    this.budget = budget;
  }

  /** Runs work once for each key: however often a query asks, git is asked once. */
  once<T>(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key) ?? work();
    this.#known.set(key, known);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key always stands for the same work
    return known as Promise<T>;
  }
}
