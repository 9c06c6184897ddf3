import type { Showing } from '@recourse/server-launch';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { withRuns } from '../runs/with-runs.ts';
import type { StateChoice } from '../state/state-options.ts';

/** Opens the launches of the working directory to be shown. The signal stops the command. */
export const withShowing = (
  io: Io,
  choice: StateChoice & { readonly json: boolean },
  show: (showing: Showing, signal: AbortSignal) => Promise<ExitCode>,
): Promise<ExitCode> =>
  withRuns(io, choice, async (runs) => {
    const { createShowing } = await import('@recourse/server-launch');
    const { signal, release } = stopSignal(io);
    try {
      return await show(createShowing({ runs, environment: io.environment, cwd: io.cwd }), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      return exitCodes.cancelled;
    } finally {
      release();
    }
  });
