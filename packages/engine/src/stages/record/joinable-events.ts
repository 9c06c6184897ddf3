import type { Outcome } from '@recourse/contract';
import type { CallEvent } from './call-event.ts';

/**
 * The events of one call that can join a transaction of their store. Events that were not committed that way go to
 * the buffer.
 */
export interface JoinableEvents {
  /** Identifies the transactions that they can join; undefined if they cannot join any. */
  readonly transaction: object | undefined;
  /** The events before the handler that are not on their way yet. */
  atStart(): readonly CallEvent[];
  committedStart(): void;
  /** Sends them to the buffer: no transaction takes them. */
  release(): void;
  /** The events after the handler, if this is its outcome. */
  atEnd(outcome: Outcome): readonly CallEvent[];
  committedEnd(outcome: Outcome): void;
}
