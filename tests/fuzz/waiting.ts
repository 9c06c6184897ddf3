import type { Expectation, Id } from './expectation.ts';
import { readMessage } from './well-formed.ts';
import type { Received } from './well-formed.ts';

interface Due {
  readonly frame: Buffer;
  readonly expectation: Exclude<Expectation, { kind: 'nothing' }>;
  /** It was cancelled: it may be answered or not. */
  optional: boolean;
}

/** The answers that are due. The server may send no other answer, and each of them once. */
export class Waiting {
  #due: Due[] = [];

  add(frame: Buffer, expectation: Expectation): void {
    if (expectation.kind !== 'nothing') this.#due.push({ frame, expectation, optional: false });
  }

  cancel(id: Id): void {
    for (const due of this.#due) if (due.expectation.ids.includes(id)) due.optional = true;
  }

  /** A cancelled request without an answer by now gets none any more. */
  forgetCancelled(): void {
    this.#due = this.#due.filter(({ optional }) => !optional);
  }

  get isOver(): boolean {
    return this.#due.every(({ optional }) => optional);
  }

  /** The frames without an answer, for the error message. */
  get missing(): string {
    const frames = this.#due.filter(({ optional }) => !optional).map(({ frame }) => frame.toString());
    return frames.map((text) => (text.length > 400 ? `${text.slice(0, 200)} … ${text.slice(-200)}` : text)).join('\n');
  }

  /** Takes an answer, or several at once, out of what is due. Answers with what the server itself asks. */
  take(answer: unknown): Received | undefined {
    if (Array.isArray(answer)) {
      const ids = answer.map((one) => readMessage(one).id ?? null);
      this.#settle(answer, ({ kind, ids: wanted }) => kind === 'batch' && sameIds(ids, wanted));
      return undefined;
    }
    const message = readMessage(answer);
    if (message.method !== undefined) return message;
    const { id = null } = message;
    // A request that expects exactly this id comes before one that accepts others too.
    const exactly = this.#due.some(({ expectation: { kind, ids } }) => kind === 'answer' && sameIds(ids, [id]));
    this.#settle(answer, ({ kind, ids }) => kind === 'answer' && (exactly ? sameIds(ids, [id]) : ids.includes(id)));
    return undefined;
  }

  #settle(answer: unknown, fits: (expectation: Due['expectation']) => boolean): void {
    const index = this.#due.findIndex(({ expectation }) => fits(expectation));
    if (index === -1) throw new Error(`Nobody waits for ${JSON.stringify(answer).slice(0, 500)}`);
    this.#due.splice(index, 1);
  }
}

/** The same ids, in whatever order. */
export const sameIds = (some: readonly Id[], others: readonly Id[]): boolean =>
  some.length === others.length && JSON.stringify(sorted(some)) === JSON.stringify(sorted(others));

const sorted = (ids: readonly Id[]): readonly string[] => ids.map((id) => JSON.stringify(id)).toSorted();
