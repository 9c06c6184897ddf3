import { unwatchFile, watchFile } from 'node:fs';

export interface WatchOptions {
  /** How often the file is looked at. */
  readonly intervalMs?: number;
  /** How long it must have rested before it counts as written. */
  readonly settleMs?: number;
}

/**
 * Calls back when a file may have changed and has settled. Polls the file by name, so that an editor may replace it, it
 * may be missing for a moment, or it may be a link whose target changes.
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
  // The watcher does not report a change from before its first look, so check once in any case.
  callIn(intervalMs + settleMs);
  return () => {
    clearTimeout(timer);
    unwatchFile(file, listener);
  };
};
