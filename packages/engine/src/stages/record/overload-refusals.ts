import type { Failure, Outcome } from '@recourse/contract';
import type { EventBuffer } from './event-buffer.ts';

const everyMs = 1000;

/** Writes the event of a refusal that stands for so many. */
type Write = (refusals: number) => void;

interface Refusals {
  count: number;
  write: Write;
  isTiming: boolean;
}

const refusals = new WeakMap<EventBuffer, Refusals>();

/**
 * Counts a call that was refused because the store is overloaded. One event a second is written for all of them, so
 * that the record does not add to the overload.
 */
export const countRefusal = (events: EventBuffer, write: Write): void => {
  const known = refusals.get(events) ?? { count: 0, write, isTiming: false };
  refusals.set(events, known);
  known.count += 1;
  known.write = write;
  if (!known.isTiming) writeDue(known);
};

const writeDue = (due: Refusals): void => {
  due.isTiming = due.count > 0;
  if (due.count === 0) return;
  due.write(due.count);
  due.count = 0;
  setTimeout(() => writeDue(due), everyMs).unref();
};

const overloads = new WeakSet<Outcome>();

/** Marks a failure as the refusal of an overloaded store. */
export const markOverload = (failure: Failure): Failure => {
  overloads.add(failure);
  return failure;
};

export const isOverload = (outcome: Outcome): boolean => overloads.has(outcome);
