/**
 * One attempt to commit a group of decisions. What is to be written once for many of them waits in it, and is gone
 * with it when it is rolled back.
 */
export class Transaction {
  readonly #writes = new Set<() => void>();

  /** Has something written before the commit, once, however often it is asked for. */
  beforeCommit(write: () => void): void {
    this.#writes.add(write);
  }

  /** Writes what waits: before the commit, and for a decision that must find it written. */
  flush(): void {
    const writes = [...this.#writes];
    this.#writes.clear();
    for (const write of writes) write();
  }
}
