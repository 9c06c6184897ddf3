import type { Writable } from 'node:stream';

export interface OutboxOptions {
  readonly output: Writable;
  /** Called with true when the client stops reading its output, and with false when it reads again. */
  readonly onBlocked: (blocked: boolean) => void;
  /** Called when the client is gone. */
  readonly onBroken: (error: Error) => void;
}

/** Writes all answers of one turn of the event loop at once. */
export class Outbox {
  readonly #options: OutboxOptions;
  #waiting = '';
  #scheduled = false;
  #broken = false;
  #idle: (() => void) | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    options.output.on('error', (error: Error) => this.#break(error));
  }

  send(text: string): void {
    if (this.#broken) return;
    this.#waiting += `${text}\n`;
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  /** Resolves when everything has been written. */
  async drained(): Promise<void> {
    if (this.#scheduled) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  #flush(): void {
    const text = this.#waiting;
    this.#waiting = '';
    const flowing = this.#options.output.write(text, (error) => {
      if (error) return this.#break(error);
      if (this.#waiting === '') {
        this.#scheduled = false;
        this.#idle?.();
      } else this.#flush();
    });
    if (flowing) return;
    this.#options.onBlocked(true);
    this.#options.output.once('drain', () => this.#options.onBlocked(false));
  }

  #break(error: Error): void {
    if (this.#broken) return;
    this.#broken = true;
    this.#scheduled = false;
    this.#waiting = '';
    this.#idle?.();
    this.#options.onBroken(error);
  }
}
