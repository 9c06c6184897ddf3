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

  /** Resolves after a time, or at once when it is hurried. */
  async wait(ms: number): Promise<void> {
    if (ms <= 0) return;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([this.#hurried, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]);
    clearTimeout(timer);
  }
}

/** Waits for something, but not for ever: what a client or a handler decides has no bound of its own. */
export const within = async (ms: number, waiting: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([waiting, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
};
