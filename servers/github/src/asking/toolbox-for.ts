import { fail } from '@recourse/contract';
import { GitHubError } from '@recourse/github';
import type { ServerToolbox, Toolbox } from '../toolbox.ts';
import type { Asked } from './asked.ts';
import { createLimitWatch } from './limit-watch.ts';

/** The part of a call's time that is kept for its answer, which has to be checked, stored and sent. */
const answerShare = 0.05;

/**
 * Ties the toolbox to one call. All its requests share the call's time, and a hanging upstream ends them with
 * UPSTREAM_TIMEOUT before the engine ends the call.
 */
export const toolboxFor = (shared: ServerToolbox, call: Asked): Toolbox => {
  const { signal, timeLeft } = call;
  const keptMs = timeLeft() * answerShare;
  return {
    ...shared,
    github: shared.github.within({
      signal,
      timeLeft: () => Math.max(0, timeLeft() - keptMs),
      onLimit: createLimitWatch(call),
    }),
    sleep: async (ms) => {
      try {
        await shared.sleep(ms, signal);
      } catch (cause) {
        throw signal.aborted ? new GitHubError(fail('CALL_CANCELLED', {}, { cause }), { writes: false }) : cause;
      }
    },
  };
};
