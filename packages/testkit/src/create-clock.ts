/** A clock that stands still until it is told to move. */
export interface Clock {
  /** Milliseconds since 1970. A function of its own, to be passed as `now`. */
  readonly now: () => number;
  /** Moves the clock on. */
  readonly advance: (ms: number) => void;
}

const newYear = Date.UTC(2026, 0, 1);

/** Creates a clock for code that takes a `now`, so that no test has to sleep. */
export const createClock = (start: number | Date = newYear): Clock => {
  let time = Number(start);
  return {
    now: () => time,
    advance: (ms) => {
      if (!(ms >= 0)) throw new RangeError(`A clock can only be moved forward, got ${ms} ms`);
      time += ms;
    },
  };
};
