/** Waits that a second request to stop cuts short. */
export class Patience {
  readonly #hurried: Promise<void>;
  #hurry: () => void = () => undefined;

  constructor() {
    this.#hurried = new Promise((resolve) => (this.#hurry = resolve));
  }

  /** Ends every wait, those to come too. */
  hurry(): void {
    this.#hurry();
  }

  /** Waits for a time. */
  async wait(ms: number): Promise<void> {
    if (ms > 0) await within(ms, this.#hurried);
  }

  /** Waits for something, at most for a time. */
  async within(ms: number, waiting: Promise<unknown>): Promise<void> {
    if (ms > 0) await within(ms, Promise.race([this.#hurried, waiting]));
  }
}

/** Waits for something, at most for a time. Leaves no timer behind, which would keep the process alive. */
export const within = async (ms: number, waiting: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([waiting, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]);
  } finally {
    clearTimeout(timer);
  }
};
