/**
 * One attempt to commit a group of decisions. It collects writes that several decisions share, and discards them on
 * rollback.
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
