import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { parseOptions } from '../state/state-options.ts';
import { runDemo } from '../stage/run-demo.ts';

/** Runs `recourse stage demo`. */
export const run: Run = async (commandArguments, io) => {
  const { electron } = parseOptions(commandArguments, { electron: { type: 'boolean', default: false } });
  const { signal, release } = stopSignal(io);
  try {
    const isDone = await runDemo(io, { isElectron: electron, signal });
    return isDone ? exitCodes.clean : exitCodes.findings;
  } catch (error) {
    if (!signal.aborted) throw error;
    io.err('Stopped. The demo leaves nothing behind.');
    return exitCodes.cancelled;
  } finally {
    release();
  }
};
