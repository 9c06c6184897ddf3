/** The first place where a chain of events is broken. */
export interface BrokenLink {
  readonly position: number;
  /** The reason, as a clause. */
  readonly problem: string;
  /** True if the seals were made with a key that is not here, so that nothing can be said about the events. */
  readonly key_missing?: true;
}

/** The result of following a chain of events from its first to its last. */
export interface EventVerification {
  readonly ok: boolean;
  /** How many events were followed. */
  readonly events: number;
  /** Absent if the chain is intact. */
  readonly broken?: BrokenLink;
  /** The last event that was followed. Kept elsewhere, it shows later that the chain was not set back. */
  readonly head: { readonly position: number; readonly link: string };
  /** How many events the newest seal does not cover yet. */
  readonly unsealed: number;
  /** When sealing began; absent if nothing is sealed. */
  readonly sealed_since?: string;
  /** The last position that was dropped because of `store.most.events`. */
  readonly dropped_to?: number;
  /** How many events servers could not keep, as they recorded it themselves. */
  readonly lost: number;
  /** Seals on record that were made with a key that is not here. The newest seal covers their events too. */
  readonly unchecked_seals: number;
}

/** The result for a store whose marks are missing, so that there is nothing to compare its events with. */
export const noMarks: EventVerification = {
  ok: false,
  events: 0,
  broken: { position: 0, problem: 'the recorded beginning or end of the chain is missing' },
  head: { position: 0, link: '' },
  unsealed: 0,
  lost: 0,
  unchecked_seals: 0,
};
