/** A queue of bounded length: what comes in when it is full pushes the oldest out. */
export class Ring<Item> {
  readonly capacity: number;
  readonly #slots: (Item | undefined)[] = [];
  #first = 0;
  #length = 0;

  constructor(capacity: number) {
    this.capacity = Math.max(1, Math.floor(capacity));
  }

  get length(): number {
    return this.#length;
  }

  /** True when the oldest item had to go for it. */
  push(item: Item): boolean {
    const full = this.#length === this.capacity;
    if (full) this.shift();
    this.#slots[(this.#first + this.#length) % this.capacity] = item;
    this.#length += 1;
    return full;
  }

  shift(): Item | undefined {
    if (this.#length === 0) return undefined;
    const item = this.#slots[this.#first];
    this.#slots[this.#first] = undefined;
    this.#first = (this.#first + 1) % this.capacity;
    this.#length -= 1;
    return item;
  }

  /** Takes out the oldest, at most so many. */
  take(most: number): readonly Item[] {
    const taken: Item[] = [];
    while (taken.length < most && this.#length > 0) {
      const item = this.shift();
      if (item !== undefined) taken.push(item);
    }
    return taken;
  }
}
