import { unwatchFile, watchFile } from 'node:fs';

export interface WatchOptions {
  /** How often the file is looked at. */
  readonly intervalMs?: number;
  /** How long it must have rested before it counts as written. */
  readonly settleMs?: number;
}

/**
 * Calls back when a file may have changed, and has come to rest. It is looked at by its name, again and again: so an editor may
 * put a new file in its place, it may be missing for a moment, or be a link whose target changes.
 */
export const watchForChanges = (
  file: string,
  changed: () => void,
  { intervalMs = 500, settleMs = 200 }: WatchOptions = {},
): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const callIn = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, ms);
    timer.unref();
  };
  const listener = (): void => callIn(settleMs);
  watchFile(file, { interval: intervalMs, persistent: false }, listener);
  // What changed before it was first looked at is no change to it.
  callIn(intervalMs + settleMs);
  return () => {
    clearTimeout(timer);
    unwatchFile(file, listener);
  };
};
