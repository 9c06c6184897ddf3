import type { Attestor } from './attestor.ts';
import { checkMark } from './chain-state.ts';
import type { ChainState, Mark } from './chain-state.ts';
import { linkOf, shownLink } from './link.ts';
import type { BrokenLink, EventVerification } from './verification.ts';

/** An event as the walk sees it. */
export interface ChainedEvent {
  readonly position: number;
  /** Computed from the stored cells. */
  readonly digest: string;
  /** The stored link; null for events from before the chain. */
  readonly link: string | null;
  /** The seal on record at this position. */
  readonly seal?: Mark;
  /** How many events before this one its server could not keep. */
  readonly lost: number;
}

export interface WalkOptions {
  readonly attestor: Attestor | undefined;
  /** Whether every append is sealed at once, so that an event behind the newest seal was appended without the key. */
  readonly sealsAtOnce?: boolean;
  /** A head that was noted earlier: the chain must still contain it. */
  readonly anchor?: { readonly position: number; readonly link: string } | undefined;
}

/** Follows a chain event by event, oldest first, and stops at the first broken link. It keeps no event. */
export class ChainWalk {
  readonly #state: ChainState;
  readonly #options: WalkOptions;
  #link: string;
  #position: number;
  #seals: number;
  #events = 0;
  #lost = 0;
  #uncheckedSeals = 0;
  #anchorSeen = false;
  #broken: BrokenLink | undefined;

  constructor(state: ChainState, options: WalkOptions) {
    const { base } = state;
    this.#state = state;
    this.#options = options;
    this.#link = base.link;
    this.#position = base.position;
    this.#seals = base.number;
    this.#broken = this.#checkMarks();
    this.#broken ??= this.#compareMarks();
  }

  /** Whether the rest of the events need not be read. */
  get isOver(): boolean {
    return this.#broken !== undefined;
  }

  take(event: ChainedEvent): void {
    this.#broken ??= this.#follow(event) ?? this.#compareSeal(event) ?? this.#compareMarks();
  }

  end(): EventVerification {
    this.#broken ??= this.#checkEnd();
    const { base, start, head, tail } = this.#state;
    const isSealed = head?.attested !== undefined;
    return {
      ok: this.#broken === undefined,
      events: this.#events,
      ...(this.#broken && { broken: this.#broken }),
      head: { position: this.#position, link: shownLink(this.#link) },
      unsealed: isSealed ? Math.max(0, tail.position - head.position) : this.#events,
      ...(isSealed && { sealed_since: new Date(start.at).toISOString() }),
      ...(base.position > 0 && { dropped_to: base.position }),
      lost: this.#lost,
      unchecked_seals: this.#uncheckedSeals,
    };
  }

  /** Checks the signatures. A chain is signed as a whole or not at all. */
  #checkMarks(): BrokenLink | undefined {
    const { base, start, head } = this.#state;
    const { attestor } = this.#options;
    if (!head && !base.attested && !start.attested) {
      return attestor ? broken(base.position, 'the seals of the chain are missing') : undefined;
    }
    if (!head) return broken(base.position, 'the newest seal is missing');
    const marks = [
      ['base', base, 'the seal at the beginning of the chain'],
      ['start', start, 'the starting seal'],
      ['head', head, 'the newest seal'],
    ] as const;
    for (const [kind, mark, name] of marks) {
      const checked = checkMark(attestor, kind, mark);
      if (checked === 'unknown') {
        return { ...broken(mark.position, `${name} was made with a key that is not available`), key_missing: true };
      }
      if (checked !== 'valid') return broken(mark.position, `${name} is not genuine`);
    }
    return head.position < base.position
      ? broken(base.position, 'the beginning of the chain comes after the newest seal')
      : undefined;
  }

  #follow({ position, digest, link, lost }: ChainedEvent): BrokenLink | undefined {
    const { base, start } = this.#state;
    if (position <= base.position) return broken(position, 'an event precedes the beginning of the chain');
    const isOlder = position <= start.position;
    // PostgreSQL left gaps in the positions before the chain began.
    if (position !== this.#position + 1 && (!isOlder || link !== null)) {
      return broken(this.#position + 1, missing(this.#position + 1, position - 1));
    }
    if (!isOlder && this.#position < start.position)
      return broken(start.position, missing(start.position, start.position));
    if (link === null && !isOlder) return broken(position, 'the event is not linked to the previous one');
    const expected = linkOf(this.#link, position, digest);
    if (link !== null && link !== expected) {
      return broken(position, 'the event was changed, or an earlier event was removed');
    }
    this.#position = position;
    this.#link = expected;
    this.#events += 1;
    this.#lost += lost;
    return undefined;
  }

  #compareSeal({ position, seal }: ChainedEvent): BrokenLink | undefined {
    if (!seal) return undefined;
    const checked = checkMark(this.#options.attestor, 'seal', seal);
    if (checked === 'invalid' || checked === 'unsigned') return broken(position, `seal ${seal.number} is not genuine`);
    if (checked === 'unknown') this.#uncheckedSeals += 1;
    if (seal.number !== this.#seals + 1) return broken(position, `seal ${this.#seals + 1} is missing`);
    this.#seals = seal.number;
    return seal.link === this.#link
      ? undefined
      : broken(position, `the events up to this point do not match seal ${seal.number}`);
  }

  /** Compares the chain with the marks and the anchor at the current position. */
  #compareMarks(): BrokenLink | undefined {
    const { start, head } = this.#state;
    const { anchor } = this.#options;
    const position = this.#position;
    const differs = (mark: Mark | undefined): boolean => mark?.position === position && mark.link !== this.#link;
    if (differs(start)) return broken(position, 'the events up to this point do not match the starting seal');
    if (differs(head)) return broken(position, 'the events up to this point do not match the newest seal');
    if (anchor?.position !== position) return undefined;
    this.#anchorSeen = true;
    return anchor.link === shownLink(this.#link)
      ? undefined
      : broken(position, 'the chain does not contain the given head');
  }

  #checkEnd(): BrokenLink | undefined {
    const { base, start, head, tail } = this.#state;
    const { anchor } = this.#options;
    const end = Math.max(tail.position, head?.position ?? 0, start.position);
    if (this.#position < end) return broken(this.#position + 1, missing(this.#position + 1, end));
    if (this.#position > tail.position || tail.link !== this.#link) {
      return broken(this.#position, 'the end of the chain differs from the recorded end');
    }
    if (head && head.number !== this.#seals) return broken(head.position, `seal ${this.#seals + 1} is missing`);
    if (this.#options.sealsAtOnce === true && head && head.position < tail.position) {
      return broken(head.position + 1, 'the event was appended without the key');
    }
    if (!anchor || this.#anchorSeen || anchor.position < base.position) return undefined;
    return broken(anchor.position, 'the chain does not contain the given head');
  }
}

const broken = (position: number, problem: string): BrokenLink => ({ position, problem });

const missing = (first: number, last: number): string =>
  last > first ? `events ${first} to ${last} are missing` : `event ${first} is missing`;
