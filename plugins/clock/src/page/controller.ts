/** The time of the clock of a page. */
export interface ClockState {
  /** The time of the clock, in milliseconds. */
  readonly time: number;
  /** The real time at that moment. A clock that is not paused continues from there. */
  readonly realTime: number;
  readonly isPaused: boolean;
}

export interface ClockStatus extends ClockState {
  /** The number of pending timers. */
  readonly timers: number;
  /** How far `runFor` has come. */
  readonly ranMs?: number;
}

/** The methods of fake-timers that are used. */
interface FakeClock {
  readonly now: number;
  tick(ms: number): number;
  tickAsync(ms: number): Promise<number>;
  jump(ms: number): number;
  setSystemTime(time: number): void;
  countTimers(): number;
  uninstall(): void;
}

export interface FakeTimers {
  install(options: { readonly now: number; readonly toFake: readonly string[] }): FakeClock;
}

export type Controller = ReturnType<typeof createController>;

/** Runs in a page: keeps the clock of one document. */
export const createController = (library: FakeTimers) => {
  const real = {
    now: Date.now.bind(Date),
    setInterval: setInterval.bind(globalThis),
    clearInterval: clearInterval.bind(globalThis),
    setTimeout: setTimeout.bind(globalThis),
  };
  const toFake = [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'Date',
    'performance',
    'Intl',
    'requestAnimationFrame',
    'cancelAnimationFrame',
    'requestIdleCallback',
    'cancelIdleCallback',
  ];
  /** How often a clock that is not paused moves, and the longest step in which every timer fires. */
  const [stepMs, longestStepMs] = [20, 10_000];
  /** The real time of a run, and about that of each of its slices. */
  const [longestRunMs, longestSliceMs] = [15_000, 50];
  let clock: FakeClock | undefined;
  let flow: ReturnType<typeof setInterval> | undefined;
  let last = 0;

  const installed = (): FakeClock => {
    if (!clock) throw new Error('no clock is installed');
    return clock;
  };
  const pause = (): void => {
    real.clearInterval(flow);
    flow = undefined;
  };
  const resume = (): void => {
    pause();
    last = real.now();
    flow = real.setInterval(() => {
      const passed = real.now() - last;
      last += passed;
      // After a pause of the whole page, timers fire once, as they do after sleep.
      if (passed > longestStepMs) installed().jump(passed);
      else if (passed > 0) installed().tick(passed);
    }, stepMs);
  };
  const status = (more: { readonly ranMs?: number } = {}): ClockStatus => ({
    time: installed().now,
    realTime: real.now(),
    isPaused: flow === undefined,
    timers: installed().countTimers(),
    ...more,
  });

  return {
    status: () => status(),
    install: ({ time, realTime, isPaused }: ClockState): ClockStatus => {
      const now = isPaused ? time : time + (real.now() - realTime);
      if (clock) clock.setSystemTime(now);
      else clock = library.install({ now, toFake: toFake.filter((name) => name in globalThis) });
      if (isPaused) pause();
      else resume();
      return status();
    },
    setSystemTime: (time: number) => {
      installed().setSystemTime(time);
      return status();
    },
    /** Continues at once, as after sleep: each timer that is due fires once. */
    jump: (ms: number) => {
      installed().jump(ms);
      return status();
    },
    /** Fires every timer in the order of time. Stops when it takes too long. */
    runFor: async (ms: number) => {
      const wasPaused = flow === undefined;
      const started = real.now();
      pause();
      let ran = 0;
      let size = 100;
      while (ran < ms && real.now() - started < longestRunMs) {
        const slice = Math.min(size, ms - ran);
        const before = real.now();
        await installed().tickAsync(slice);
        ran += slice;
        size = real.now() - before < longestSliceMs ? size * 2 : Math.max(1, Math.floor(size / 2));
        // Lets the page draw and answer.
        await new Promise<void>((resolve) => real.setTimeout(resolve, 0));
      }
      if (!wasPaused) resume();
      return status({ ranMs: ran });
    },
    pause: () => {
      pause();
      return status();
    },
    resume: () => {
      resume();
      return status();
    },
    uninstall: () => {
      pause();
      clock?.uninstall();
      clock = undefined;
    },
  };
};
