import type { FoundTarget, Target } from '../reading/target.ts';
import type { Act } from './act.ts';
import { actionNeeds, forced } from './action-needs.ts';
import { Mouse } from './mouse.ts';
import { notVisible } from './problem.ts';
import { whenActionable } from './until-actionable.ts';

/** Moves the mouse over an element. */
export const hover = (act: Act, target: Target, force: boolean): Promise<FoundTarget> =>
  whenActionable(act, target, force ? forced(actionNeeds.hover) : actionNeeds.hover, async ({ found, point }) => {
    if (!point) return notVisible(found, 'it has no place', act.deadline.timeoutMs);
    const mouse = await Mouse.of(act);
    await mouse.move(point);
    return found;
  });
