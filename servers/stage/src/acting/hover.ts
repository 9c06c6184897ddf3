import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds, needsOf } from './action-needs.ts';
import { Mouse } from './mouse.ts';
import { unlessGone } from './page-node.ts';
import { guardHover } from './page/guard-pointer.ts';
import { notVisible } from './problem.ts';
import { whenActionable } from './until-actionable.ts';

/** Moves the mouse over an element. */
export const hover = (act: Act, target: Target, force: boolean): Promise<FoundTarget> =>
  whenActionable(act, target, needsOf(actionNeeds.hover, force), async ({ found, point }) => {
    if (!point) return notVisible(found, 'it has no visible area', act.deadline.timeoutMs);
    const mouse = new Mouse(act);
    if (force) {
      await mouse.move(point);
      return found;
    }
    return act.using(placeOf(found), async (node) => {
      const guard = await node.begin(guardHover);
      await mouse.move(point);
      // A page that loads another one when the mouse is over an element has seen the mouse.
      const isReached = await unlessGone(guard<boolean>('end'));
      return isReached !== false ? found : notVisible(found, 'it moved away from the mouse', act.deadline.timeoutMs);
    });
  });
