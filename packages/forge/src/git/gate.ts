/** Lets a bounded number of tasks run at once; the rest wait in order. */
export class Gate {
  readonly #width: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** A gate of width one for each key: tasks with the same key follow one another. */
export class KeyedGate {
  readonly #gates = new Map<number, { readonly gate: Gate; users: number }>();

  async run<T>(key: number, task: () => Promise<T>): Promise<T> {
    const entry = this.#gates.get(key) ?? { gate: new Gate(1), users: 0 };
    this.#gates.set(key, entry);
    entry.users += 1;
    try {
      return await entry.gate.run(task);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#gates.delete(key);
    }
  }
}
