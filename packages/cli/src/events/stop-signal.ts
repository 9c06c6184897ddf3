import type { Io } from '../command.ts';

const names = ['SIGINT', 'SIGTERM'] as const;

/** The signal that ends a running command: the one that it was given, else one for SIGINT and SIGTERM. */
export const stopSignal = (io: Pick<Io, 'signal'>): { readonly signal: AbortSignal; readonly release: () => void } => {
  if (io.signal) return { signal: io.signal, release: () => undefined };
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const name of names) process.once(name, stop);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of names) process.off(name, stop);
    },
  };
};
