import { loadCompiler } from '../validation/validator.ts';
import type { Running, RunningOptions } from './running.ts';

/** The code that runs calls, loaded with the first call; a client that has listed the tools will make one soon. */
export const loadRunning = (options: RunningOptions) => {
  let loading: Promise<Running> | undefined;
  const running: { ready?: Running; load(): Promise<Running>; prepare(): Promise<void> } = {
    /** Loads what the first call needs besides, so that it need not wait for that. A failure is left to the call. */
    prepare: async () => {
      await Promise.all([running.load(), loadCompiler()]).catch(() => undefined);
    },
    load: () =>
      (loading ??= import('./running.ts').then(
        ({ assemble }) => (running.ready = assemble(options)),
        (cause: unknown) => {
          // The next call tries again: a file that could not be read may be readable by then.
          loading = undefined;
          throw cause;
        },
      )),
  };
  return running;
};
