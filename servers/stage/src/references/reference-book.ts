import { keyOf } from '../observe/element.ts';
import type { Placed } from './placed.ts';
import type { Reference, ShownElement } from './reference.ts';

/** More than a session shows in days. The oldest are forgotten first; their numbers are not given again. */
const mostReferences = 200_000;

/**
 * The references of a session. A number stands for a node and for what was shown of it: an element whose role, name or
 * row has changed gets a new number, so that no number ever means something else than it did.
 */
export class ReferenceBook {
  readonly #byRef = new Map<number, Reference>();
  readonly #byNode = new Map<string, Reference>();
  #next = 1;

  /** The number that the next new element gets. */
  get next(): number {
    return this.#next;
  }

  find(ref: number): Reference | undefined {
    return this.#byRef.get(ref);
  }

  /** Whether the number was given to an element, which may be forgotten by now. */
  wasGiven(ref: number): boolean {
    return Number.isInteger(ref) && ref > 0 && ref < this.#next;
  }

  /** The reference that an element has already, and that still says what the element is. */
  current({ element }: Placed): Reference | undefined {
    const known = this.#byNode.get(keyOf(element.identity));
    return known && isSame(known.shown, element) ? known : undefined;
  }

  /** The reference that the node was last shown with, whatever it was then. */
  ofNode({ element }: Placed): Reference | undefined {
    return this.#byNode.get(keyOf(element.identity));
  }

  /** The reference that a node with this key was last shown with. */
  ofKey(key: string): Reference | undefined {
    return this.#byNode.get(key);
  }

  /** Notes that the agent is shown an element, and returns its number. */
  show(placed: Placed, surfaceId: string): number {
    const { element, ancestors, position } = placed;
    const ref = this.current(placed)?.ref ?? this.#next;
    const { role, name, context } = element;
    const reference: Reference = {
      ref,
      surfaceId,
      identity: element.identity,
      shown: { role, name, context, ancestors, position },
    };
    this.#next = Math.max(this.#next, ref + 1);
    this.#byRef.set(ref, reference);
    this.#byNode.set(keyOf(element.identity), reference);
    this.#forget();
    return ref;
  }

  #forget(): void {
    const [oldest] = this.#byRef.values();
    if (this.#byRef.size <= mostReferences || !oldest) return;
    this.#byRef.delete(oldest.ref);
    const key = keyOf(oldest.identity);
    if (this.#byNode.get(key)?.ref === oldest.ref) this.#byNode.delete(key);
  }
}

/** Whether an element still is what was shown. */
export const isSame = (
  shown: Pick<ShownElement, 'role' | 'name' | 'context'>,
  now: { readonly role: string; readonly name: string; readonly context?: string },
): boolean => shown.role === now.role && shown.name === now.name && shown.context === now.context;
