import { StageError } from '../failing.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds, needsOf } from './action-needs.ts';
import { missedPress } from './missed-press.ts';
import { Mouse } from './mouse.ts';
import type { MouseButton } from './mouse.ts';
import { NodeGoneError } from './page-node.ts';
import { guardPointer } from './page/guard-pointer.ts';
import type { PointerVerdict } from './page/guard-pointer.ts';
import { notVisible } from './problem.ts';
import type { Problem } from './problem.ts';
import { whenActionable } from './until-actionable.ts';
import type { Ready } from './until-actionable.ts';

export interface ClickOptions {
  readonly button: MouseButton;
  readonly clickCount: number;
  /** Skips the conditions. The click goes to whatever is at the place of the element. */
  readonly force: boolean;
  /** Whether the click is sent to a disabled field as well, which ignores it. */
  readonly takesDisabled?: boolean;
}

/** Clicks an element once it can be clicked. */
export const click = (act: Act, target: Target, options: ClickOptions): Promise<FoundTarget> => {
  const needs = needsOf(actionNeeds.click, options.force);
  return whenActionable(act, target, needs, (ready) => clickReady(act, ready, options));
};

/** Clicks an element that can be clicked now. */
export const clickReady = async (
  act: Act,
  { found, point }: Ready,
  options: ClickOptions,
): Promise<FoundTarget | Problem> => {
  if (!point) return notVisible(found, 'it has no visible area', act.deadline.timeoutMs);
  const mouse = new Mouse(act);
  if (options.force) {
    await mouse.click(point, options);
    return found;
  }
  return act.using(placeOf(found), async (node) => {
    const takesDisabled = options.takesDisabled === true;
    const guard = await node.begin(guardPointer, options.clickCount, { takesDisabled });
    const delivered = guard<boolean>('delivered').catch(() => false);
    try {
      await mouse.click(point, options);
      const verdict = await guard<PointerVerdict>('end');
      return verdict.clicked === options.clickCount ? found : missedPress(act, found, verdict);
    } catch (error) {
      // A window that closes when the button is released takes the report of its click with it.
      if (isClosed(error) && mouse.hasPressed) return found;
      // A click that loads another page has reached its element.
      if (error instanceof NodeGoneError && (await delivered)) return found;
      throw error;
    }
  });
};

const isClosed = (error: unknown): boolean =>
  error instanceof StageError && error.failure.details?.['reason'] === 'closed';
