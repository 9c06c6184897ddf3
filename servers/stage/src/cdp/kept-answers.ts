/** Longer answers are not kept: to read them again costs less than the memory. */
const mostCharacters = 8_000_000;

interface Kept {
  readonly text: string;
  readonly result: unknown;
}

/**
 * The last answers to some calls, so that an answer with the same text need not be read again. The app writes the id of
 * a call first, and the rest of an answer is the same if it says the same.
 */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();

  /** The last answer under this name, if it had the same text. */
  find(name: string, text: string): { readonly result: unknown } | undefined {
    const kept = this.#kept.get(name);
    return kept && kept.text === withoutId(text) ? kept : undefined;
  }

  keep(name: string, text: string, result: unknown): void {
    if (text.length > mostCharacters) this.#kept.delete(name);
    else this.#kept.set(name, { text: withoutId(text), result });
  }

  /** Forgets the answers of a session that has ended. */
  forget(sessionId: string): void {
    for (const name of this.#kept.keys()) if (name.startsWith(`${sessionId} `)) this.#kept.delete(name);
  }
}

const withoutId = (text: string): string => text.slice(text.indexOf(',') + 1);
