import type { LossReason, ShownElement } from './reference.ts';

/** An element that resembles the one that is gone, with its own reference. */
export interface SimilarElement {
  readonly ref: number;
  readonly role: string;
  readonly name: string;
}

/** A reference names no element any more, or the element has become another one. */
export class ReferenceLostError extends Error {
  override readonly name = 'ReferenceLostError';
  readonly ref: number;
  readonly reason: LossReason;
  readonly was: ShownElement | undefined;
  /** The surface that the element was shown on. */
  readonly surfaceId: string | undefined;
  /** The node as it is now, if it has changed. */
  readonly now: Pick<ShownElement, 'role' | 'name' | 'context'> | undefined;
  readonly similar: readonly SimilarElement[];

  constructor(
    ref: number,
    reason: LossReason,
    found: {
      readonly was?: ShownElement | undefined;
      readonly surfaceId?: string | undefined;
      readonly now?: Pick<ShownElement, 'role' | 'name' | 'context'> | undefined;
      readonly similar?: readonly SimilarElement[];
    } = {},
  ) {
    super(`Reference ${ref} is not valid: ${reason}`);
    this.ref = ref;
    this.reason = reason;
    this.was = found.was;
    this.surfaceId = found.surfaceId;
    this.now = found.now;
    this.similar = found.similar ?? [];
  }
}
