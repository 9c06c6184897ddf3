import type { CallEvent, EventSink } from './call-event.ts';
import { Ring } from './ring.ts';

/** Keeps the last events in memory, for tests and for programs that embed the engine. */
export interface MemorySink extends EventSink {
  /** Takes out what was kept, oldest first. */
  take(): readonly CallEvent[];
}

export const createMemorySink = (capacity = 1000): MemorySink => {
  const kept = new Ring<CallEvent>(capacity);
  return {
    deliver: (events) => {
      for (const event of events) kept.push(event);
      return Promise.resolve();
    },
    take: () => kept.take(kept.length),
  };
};
