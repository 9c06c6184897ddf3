/** How many searches to remember. Names are cut to 64 characters, so the memory is bounded. */
const mostKept = 256;

/** Remembers the latest searches of a list of names: a client with a wrong name often asks for it again. */
export class RecentSearches {
  readonly #found = new Map<string, readonly number[]>();

  /** Returns the places that an earlier search found for a key, or those that `search` finds. */
  find(key: string, search: () => readonly number[]): readonly number[] {
    const known = this.#found.get(key);
    if (known) return known;
    const found = search();
    const [oldest] = this.#found.size < mostKept ? [] : this.#found.keys();
    if (oldest !== undefined) this.#found.delete(oldest);
    this.#found.set(key, found);
    return found;
  }
}
