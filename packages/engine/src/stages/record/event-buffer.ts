import type { PendingEvent } from './call-event.ts';
import type { Schedule } from './schedule.ts';

export interface EventBufferOptions {
  /** How many events wait at most, those under way included; the oldest go first. */
  readonly capacity?: number;
  /** How many are delivered at once. */
  readonly batch?: number;
  /** How long the first event of a batch waits for others. */
  readonly gatherMs?: number;
  /** The first delay after a failed delivery; it doubles up to the longest. */
  readonly retryMs?: number;
  readonly longestRetryMs?: number;
  /** How long answers wait for a durable sink that keeps nothing. Then they wait no more until it does again. */
  readonly answerMs?: number;
  /** After this time a delivery counts as failed, whatever its result. */
  readonly deliveryMs?: number;
  readonly schedule?: Schedule;
  /** Told of every failed delivery, for the operator's log. */
  readonly onFailedDelivery?: (cause: unknown) => void;
}

export interface EventBufferCounts {
  readonly waiting: number;
  readonly delivered: number;
  readonly dropped: number;
  readonly failed_deliveries: number;
}

/** Between the calls and a sink: taking an event costs a call no more than a place in a queue. */
export interface EventBuffer {
  /** The transactions of the sink, where its events can join those of the calls. */
  readonly transaction?: object;
  push(event: PendingEvent): void;
  /**
   * Delivers everything pushed so far and resolves when it is kept, or when it is clear that it will not be soon.
   * Undefined if there is no need to wait: the sink is not durable, or does not work at the moment.
   */
  kept(): Promise<void> | undefined;
  /** Delivers what was pushed so far, within the bound; answers how many events still wait. */
  flush(boundMs?: number): Promise<number>;
  /** Flushes and stops. Events pushed afterwards are dropped and counted. */
  close(boundMs?: number): Promise<number>;
  counts(): EventBufferCounts;
}
