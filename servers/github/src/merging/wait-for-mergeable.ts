import type { Progress } from '@recourse/engine';
import { getPull } from '../asking/requests.ts';
import type { Place } from '../asking/requests.ts';
import type { WholePull } from '../shapes/pull.ts';
import type { Toolbox } from '../toolbox.ts';

export interface Waited {
  readonly pull: WholePull;
  readonly waitedMs: number;
}

const firstDelayMs = 250;
const longestDelayMs = 3000;

/**
 * GitHub starts to find out whether a pull request can be merged at the first request, and answers null until it knows.
 * This asks again, with growing delays and within a bound; the answer may still be null then.
 */
export const waitForMergeable = async (
  toolbox: Toolbox,
  place: Place & { readonly prNumber: number },
  progress: (progress: Progress) => void,
): Promise<Waited> => {
  const { mergeableWaitMs: most, sleep } = toolbox;
  let waitedMs = 0;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
    const pull = await getPull(toolbox, place);
    if (pull.state !== 'open' || pull.mergeable !== null || waitedMs >= most) return { pull, waitedMs };
    const pauseMs = Math.min(delayMs, most - waitedMs);
    progress({
      progress: waitedMs,
      total: most,
      message: `GitHub has not yet computed whether pull request ${place.prNumber} can be merged`,
    });
    await sleep(pauseMs);
    waitedMs += pauseMs;
  }
};
