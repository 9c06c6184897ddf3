import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { runDemo } from '../launch/run-demo.ts';
import { parseOptions } from '../state/state-options.ts';

/** Runs `recourse launch demo`. */
export const run: Run = async (commandArguments, io) => {
  parseOptions(commandArguments, {});
  const { signal, release } = stopSignal(io);
  try {
    const { state } = await runDemo(io, signal);
    if (signal.aborted) return exitCodes.cancelled;
    return state === 'DONE' ? exitCodes.clean : exitCodes.findings;
  } finally {
    release();
  }
};
