import { createHmac, randomBytes } from 'node:crypto';

/** Shorter values are too common to be recognised by themselves. */
const shortest = 6;
const longest = 1000;
const mostValues = 1000;

/** Recognises secret values that were seen, without keeping them. */
export class SecretValues {
  readonly #key = randomBytes(32);
  readonly #digests = new Set<string>();
  /** Digests cost time, and most strings of a page have another length. */
  readonly #lengths = new Set<number>();
  #learned = 0;

  /** How many values were added. */
  get learned(): number {
    return this.#learned;
  }

  add(value: string): void {
    if (value.length < shortest || value.length > longest) return;
    const digest = this.#digest(value);
    if (this.#digests.has(digest)) return;
    this.#learned += 1;
    const [oldest] = this.#digests;
    if (this.#digests.size >= mostValues && oldest !== undefined) this.#digests.delete(oldest);
    this.#digests.add(digest);
    this.#lengths.add(value.length);
  }

  has(value: string): boolean {
    return this.#lengths.has(value.length) && this.#digests.has(this.#digest(value));
  }

  #digest(value: string): string {
    return createHmac('sha256', this.#key).update(value).digest('base64');
  }
}
