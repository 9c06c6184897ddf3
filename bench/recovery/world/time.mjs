/**
 * A clock that moves only when it is told to. Timers of a second and more, including the SDK's request time-out, follow
 * this clock while it is installed; shorter ones belong to the event loop and stay real.
 *
 * @typedef {ReturnType<typeof createTime>} Time
 */
export const createTime = (start = Date.UTC(2026, 0, 1)) => {
  let now = start;
  let order = 0;
  /** @type {Map<object, { due: number, order: number, fire: () => void, isAside: boolean }>} */
  const timers = new Map();

  const set = (/** @type {() => void} */ fire, /** @type {number} */ ms, isAside = false) => {
    const handle = { ref: () => handle, unref: () => handle, hasRef: () => true, [Symbol.toPrimitive]: () => 0 };
    timers.set(handle, { due: now + ms, order: (order += 1), fire, isAside });
    return handle;
  };
  const first = () => [...timers].sort(([, one], [, other]) => one.due - other.due || one.order - other.order)[0];
  const fireUntil = (/** @type {number} */ until) => {
    for (let next = first(); next && next[1].due <= until; next = first()) {
      timers.delete(next[0]);
      now = Math.max(now, next[1].due);
      next[1].fire();
    }
  };

  return {
    now: () => now,
    startedAt: start,
    after: (/** @type {() => void} */ fire, /** @type {number} */ ms) => set(fire, ms, true),
    /** Moves the clock on and fires the timers that are due until then, in order. */
    sleep: async (/** @type {number} */ ms) => {
      const until = now + ms;
      fireUntil(until);
      now = until;
      await Promise.resolve();
    },
    /** Call it when nothing more will happen by itself: moves the clock on to the next timer. */
    skipSoon: () => {
      setImmediate(() =>
        setImmediate(() => {
          for (let next = first(); next; next = first()) {
            fireUntil(next[1].due);
            // A timer aside, such as that of a write that lands late, wakes no agent.
            if (!next[1].isAside) break;
          }
        }),
      );
    },
    /** Puts this clock in the place of the global timers; what it returns puts them back. */
    install: () => {
      const { setTimeout: realSet, clearTimeout: realClear } = globalThis;
      globalThis.setTimeout = /** @type {never} */ (
        (
          /** @type {(...given: unknown[]) => void} */ fire,
          /** @type {number} */ ms = 0,
          /** @type {unknown[]} */ ...given
        ) => (ms >= virtualFromMs && Number.isFinite(ms) ? set(() => fire(...given), ms) : realSet(fire, ms, ...given))
      );
      globalThis.clearTimeout = /** @type {never} */ (
        (/** @type {never} */ handle) => {
          if (!timers.delete(handle)) realClear(handle);
        }
      );
      return () => Object.assign(globalThis, { setTimeout: realSet, clearTimeout: realClear });
    },
  };
};

const virtualFromMs = 1_000;
