export interface RememberOptions {
  /** How long a value is used before it is fetched again. */
  readonly freshMs: number;
  /** How long nothing is attempted after an attempt, whether it failed or not. */
  readonly cooldownMs: number;
  readonly now: () => number;
}

export interface Remembered<Value> {
  /** The value; fetched if there is none or it is too old. */
  get(): Promise<Value>;
  /** Fetches the value again. During the cooldown, the last outcome is returned again. */
  renew(): Promise<Value>;
}

/** Remembers what is fetched, and failures too: callers must not make us flood a server that is in trouble. */
export const rememberAttempt = <Value>(
  attempt: () => Promise<Value>,
  { freshMs, cooldownMs, now }: RememberOptions,
): Remembered<Value> => {
  let last: Promise<Value> | undefined;
  let settledAt: number | undefined;
  let fresh: { readonly value: Value; readonly since: number } | undefined;
  const begin = async (): Promise<Value> => {
    try {
      const value = await attempt();
      fresh = { value, since: now() };
      return value;
    } finally {
      settledAt = performance.now();
    }
  };
  const renew = (): Promise<Value> => {
    const isOpen = last && (settledAt === undefined || performance.now() - settledAt < cooldownMs);
    if (last && isOpen) return last;
    settledAt = undefined;
    return (last = begin());
  };
  return {
    get: () => (fresh && now() - fresh.since < freshMs ? Promise.resolve(fresh.value) : renew()),
    renew,
  };
};
