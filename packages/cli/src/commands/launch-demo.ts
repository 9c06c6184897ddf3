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
    const end = await runDemo(io, signal);
    if (!end) {
      io.err('Stopped. The demo leaves nothing behind.');
      return exitCodes.cancelled;
    }
    return end.state === 'DONE' ? exitCodes.clean : exitCodes.findings;
  } finally {
    release();
  }
};
