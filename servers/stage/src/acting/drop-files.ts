import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds } from './action-needs.ts';
import { Mouse } from './mouse.ts';
import { watchTaken } from './page/drop.ts';
import { notVisible } from './problem.ts';
import { whenActionable } from './until-actionable.ts';

/**
 * Drops files onto an element, as a person does who drags them from the desktop. If the page does not take them, nothing
 * is dropped: the browser would open the files in place of the page.
 */
export const dropFiles = (
  act: Act,
  target: Target,
  files: readonly string[],
): Promise<{ readonly found: FoundTarget; readonly isTaken: boolean }> =>
  whenActionable(act, target, actionNeeds.drop, async ({ found, point }) => {
    if (!point) return notVisible(found, 'it has no place', act.deadline.timeoutMs);
    const mouse = await Mouse.of(act);
    const event = { ...mouse.scaled(point), data: { items: [], files: [...files], dragOperationsMask: 1 } };
    const send = (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel') =>
      act.surface.session.send('Input.dispatchDragEvent', { type, ...event }, act.sending);
    return act.using(placeOf(found), async (node) => {
      act.hasBegun = true;
      const hovered = await node.begin<boolean>(watchTaken, 'dragover');
      await send('dragEnter');
      await send('dragOver');
      if (!(await hovered())) {
        await send('dragCancel');
        return { found, isTaken: false };
      }
      const dropped = await node.begin<boolean>(watchTaken, 'drop');
      await send('drop');
      return { found, isTaken: await dropped() };
    });
  });
