import { setTimeout as pause } from 'node:timers/promises';

const longestMs = 60_000;

/** Tries until a server answers, however long one takes to start again. */
export const untilServed = async (ask) => {
  for (const endsAt = Date.now() + longestMs; ;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > endsAt) throw error;
      await pause(50);
    }
  }
};
