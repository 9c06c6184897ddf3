import type { Schedule } from '../schedule.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Time that passes only when a test says so. */
export interface FakeSchedule {
  readonly schedule: Schedule;
  /** The delays of what is pending, shortest first. */
  pending(): readonly number[];
  /** Lets time pass, and what follows from it happen. */
  advance(byMs: number): Promise<void>;
}

export const createFakeSchedule = (): FakeSchedule => {
  let now = 0;
  const timers = new Set<Timer>();
  const inOrder = (): readonly Timer[] => [...timers].sort((one, other) => one.at - other.at);
  return {
    schedule: (run, delayMs) => {
      const timer = { at: now + delayMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pending: () => inOrder().map(({ at }) => at - now),
    advance: async (byMs) => {
      const until = now + byMs;
      for (;;) {
        await settle();
        const [due] = inOrder();
        if (!due || due.at > until) break;
        timers.delete(due);
        now = due.at;
        due.run();
      }
      now = until;
      await settle();
    },
  };
};

/** Promises that are ready run to their end: a macrotask comes after all of them. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
