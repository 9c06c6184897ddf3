import type { Progress } from '@recourse/engine';
import type { Runs } from './create-runs.ts';
import type { RunStatus } from './run-status.ts';

/** The parts of a tool call that a run reports to. A handler passes its call as it is. */
export interface RunFollower {
  readonly progress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

export interface FollowRunOptions {
  /**
   * The fate of the run when the call is aborted. `leave`, the default: it continues, and the next call can follow it.
   * `cancel`: it is cancelled with the call.
   */
  readonly onAbort?: 'leave' | 'cancel';
}

const longestMessage = 200;
/** The part of the remaining way that a report goes forward if the run itself did not. */
const nudge = 1 / 1000;

/**
 * Reports the progress of a run to the caller of a tool until no operation is in progress, and returns the last status.
 * Rejects with the reason of the signal if the call is aborted first. Serves MCP progress and tasks alike.
 */
export const followRun = async (
  runs: Pick<Runs, 'watch' | 'status' | 'cancel'>,
  id: string,
  { progress, signal }: RunFollower,
  { onAbort = 'leave' }: FollowRunOptions = {},
): Promise<RunStatus> => {
  let last: RunStatus | undefined;
  let reported = -1;
  try {
    signal.throwIfAborted();
    for await (const status of runs.watch(id, signal)) {
      last = status;
      // MCP wants every report to be greater than the one before; a repair loop opens work again.
      reported = Math.max(status.progress.percent, reported < 0 ? 0 : reported + (100 - reported) * nudge);
      progress({ progress: reported, total: 100, message: messageOf(status) });
      signal.throwIfAborted();
    }
    return last ?? (await runs.status(id));
  } catch (error) {
    if (!signal.aborted) throw error;
    // A run that has ended in the meantime cannot be cancelled any more. The call is over either way.
    if (onAbort === 'cancel') await runs.cancel(id, 'caller').catch(() => undefined);
    throw signal.reason;
  }
};

/** The state, and the workers that run now. */
const messageOf = ({ state, progress: { running } }: RunStatus): string => {
  const message = running.length > 0 ? `${state}: ${running.join(', ')}` : state;
  return message.length > longestMessage ? `${message.slice(0, longestMessage - 1)}…` : message;
};
