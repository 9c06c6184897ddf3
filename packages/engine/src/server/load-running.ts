import type { Running, RunningOptions } from './running.ts';

/** The code that runs calls, loaded with the first call; a client that has listed the tools will make one soon. */
export const loadRunning = (options: RunningOptions) => {
  let loading: Promise<Running> | undefined;
  const running: { ready?: Running; load(): Promise<Running> } = {
    load: () =>
      (loading ??= import('./running.ts').then(
        ({ assemble }) => (running.ready = assemble(options)),
        (cause: unknown) => {
          // The next call tries again: what could not be read may be readable by then.
          loading = undefined;
          throw cause;
        },
      )),
  };
  return running;
};
