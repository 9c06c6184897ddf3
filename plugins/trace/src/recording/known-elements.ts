/** An element by the facts that outlive its page. */
export interface KnownElement {
  readonly role: string;
  readonly name: string;
}

const snapshotLine = /^ *\[(?<ref>\d+)\] (?<role>[a-z]+)(?: (?<name>"(?:[^"\\]|\\.)*"))?/gmu;
const mostKnown = 5000;

/** The elements that answers have shown, by their references. A reference names the same element forever. */
export class KnownElements {
  readonly #known = new Map<number, KnownElement>();

  find(ref: unknown): KnownElement | undefined {
    return typeof ref === 'number' ? this.#known.get(ref) : undefined;
  }

  /** Remembers every element in an answer: objects with ref, role and name, and lines of a snapshot. */
  learn(answer: unknown): void {
    if (typeof answer === 'string') this.#learnText(answer);
    else if (Array.isArray(answer)) for (const one of answer) this.learn(one);
    else if (typeof answer === 'object' && answer !== null) {
      const { ref, role, name } = answer as Readonly<Record<string, unknown>>;
      if (typeof ref === 'number' && typeof role === 'string' && typeof name === 'string')
        this.#add(ref, { role, name });
      for (const one of Object.values(answer)) this.learn(one);
    }
  }

  #learnText(text: string): void {
    for (const { groups = {} } of text.matchAll(snapshotLine)) {
      const { ref, role = '', name = '""' } = groups;
      try {
        this.#add(Number(ref), { role, name: JSON.parse(name) as string });
      } catch {
        // The page wrote a line that looks like one of a snapshot.
      }
    }
  }

  #add(ref: number, element: KnownElement): void {
    this.#known.delete(ref);
    this.#known.set(ref, element);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
  }
}
