import { StageError } from '../failing.ts';
import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds, forced } from './action-needs.ts';
import { Mouse } from './mouse.ts';
import type { MouseButton } from './mouse.ts';
import { NodeGoneError } from './page-node.ts';
import { guardClick } from './page/hit-test.ts';
import { covered, notVisible } from './problem.ts';
import type { Problem } from './problem.ts';
import { whenActionable } from './until-actionable.ts';
import type { Ready } from './until-actionable.ts';

export interface ClickOptions {
  readonly button: MouseButton;
  readonly clickCount: number;
  /** Skips the conditions. The click goes to whatever is at the place of the element. */
  readonly force: boolean;
}

/** Clicks an element once it can be clicked. */
export const click = (act: Act, target: Target, options: ClickOptions): Promise<FoundTarget> => {
  const needs = options.force ? forced(actionNeeds.click) : actionNeeds.click;
  return whenActionable(act, target, needs, (ready) => clickReady(act, ready, options));
};

/** Clicks an element that can be clicked now. */
export const clickReady = async (
  act: Act,
  { found, point }: Ready,
  options: ClickOptions,
): Promise<FoundTarget | Problem> => {
  if (!point) return notVisible(found, 'it has no place', act.deadline.timeoutMs);
  const mouse = await Mouse.of(act);
  if (options.force) {
    await mouse.click(point, options);
    return found;
  }
  return act.using(placeOf(found), async (node) => {
    const end = await node.begin<'hit' | 'missed' | 'unseen'>(guardClick);
    const verdict = await clicked(mouse, async () => {
      await mouse.click(point, options);
      return end();
    });
    if (verdict === 'hit') return found;
    act.hasBegun = verdict === 'unseen';
    return covered(act, found, undefined);
  });
};

/** A click that loads another page, or closes the window when the button is released, has reached its element. */
const clicked = async <Verdict>(mouse: Mouse, use: () => Promise<Verdict>): Promise<Verdict | 'hit'> => {
  try {
    return await use();
  } catch (error) {
    const isClosed = error instanceof StageError && error.failure.details?.['reason'] === 'closed' && mouse.hasPressed;
    if (error instanceof NodeGoneError || isClosed) return 'hit';
    throw error;
  }
};
