import type { Serving } from './serving.ts';

export interface CloseOnSignalsOptions {
  /** The longest time from the first signal to the end of the process. */
  readonly boundMs?: number;
  /** Called with each signal, before the server is closed. */
  readonly onSignal?: (signal: 'SIGINT' | 'SIGTERM', first: boolean) => void;
  /** Ends the process; defaults to `process.exit`. */
  readonly exit?: () => void;
}

const defaultBoundMs = 15_000;
/** Output that is on its way into a pipe leaves the process within this time. */
const lingerMs = 250;

/**
 * Closes a server on SIGINT or SIGTERM, and at once on the second signal. Resolves when the server has ended. The process
 * ends soon after, even if a handler ignores its signal: its caller has an answer, and its idempotency key stays in
 * flight until the process is gone.
 */
export const closeOnSignals = async (
  serving: Pick<Serving, 'close' | 'closed'>,
  options: CloseOnSignalsOptions = {},
): Promise<void> => {
  const { boundMs = defaultBoundMs, onSignal, exit = () => process.exit() } = options;
  // Unreferenced: without anything else to do, the process ends by itself and sooner.
  const exitAfter = (ms: number): void => void setTimeout(exit, ms).unref();
  let signals = 0;
  const stop = (signal: 'SIGINT' | 'SIGTERM'): void => {
    signals += 1;
    const first = signals === 1;
    onSignal?.(signal, first);
    if (first) exitAfter(boundMs);
    serving.close(first ? {} : { now: true }).catch(() => undefined);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    await serving.closed;
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    exitAfter(lingerMs);
  }
};
