import type { Protocol } from 'devtools-protocol';
import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds, needsOf } from './action-needs.ts';
import type { Needs } from './action-needs.ts';
import { missedPress } from './missed-press.ts';
import { Mouse } from './mouse.ts';
import { unlessGone } from './page-node.ts';
import { guardPointer } from './page/guard-pointer.ts';
import type { PointerVerdict } from './page/guard-pointer.ts';
import type { Point } from './page/hit-test.ts';
import { notVisible } from './problem.ts';
import { whenActionable } from './until-actionable.ts';
import type { Ready } from './until-actionable.ts';

/** Pages start a drag after a few pixels, and follow the mouse on its way. */
const steps = 5;

/** Drags an element onto another one, with the mouse or as the page's own drag and drop. */
export const drag = (
  act: Act,
  source: Target,
  target: Target,
  force = false,
): Promise<{ readonly source: FoundTarget; readonly target: FoundTarget }> =>
  whenActionable(act, source, needsOf(actionNeeds.drag, force), async ({ found: from }) => {
    const needs = needsOf(actionNeeds.drag, force);
    const ready = (wanted: Target, conditions: Needs): Promise<Ready> =>
      whenActionable(act, wanted, conditions, (one) => Promise.resolve(one));
    // Scrolling to one of the two can move the other: the place of the source is read last.
    const to = await ready(target, needs);
    const start = await ready({ ref: from.ref }, needs);
    const end = await ready({ ref: to.found.ref }, { ...needs, stable: false });
    const way = start.point && end.point && { from: start.point, to: end.point };
    if (!way) return notVisible(from, 'it has no visible area', act.deadline.timeoutMs);
    const dragged = { source: from, target: to.found };
    if (force) {
      await dragBetween(act, way, () => Promise.resolve(true));
      return dragged;
    }
    return act.using(placeOf(start.found), async (node) => {
      const guard = await node.begin(guardPointer, 1, { isDrag: true });
      let verdict: PointerVerdict | undefined;
      const isHeld = async (): Promise<boolean> => {
        verdict = await guard<PointerVerdict>('verdict');
        return verdict.pressed === 1 && verdict.obstacle === null;
      };
      const isDragged = await dragBetween(act, way, isHeld);
      // A page that loads another one after the drop is gone with its guard.
      await unlessGone(guard('end'));
      return isDragged || !verdict ? dragged : missedPress(act, from, verdict);
    });
  });

/**
 * Presses the button on the source and releases it on the target. Releases it at once, and returns false, if the press did
 * not reach the source. After that, the page may replace the source.
 */
const dragBetween = async (
  act: Act,
  { from, to }: { readonly from: Point; readonly to: Point },
  isHeld: () => Promise<boolean>,
): Promise<boolean> => {
  const { session } = act.surface;
  const mouse = new Mouse(act);
  const taken: { data?: Protocol.Input.DragData } = {};
  const stop = session.on('Input.dragIntercepted', (event) => {
    taken.data = event.data;
  });
  await session.send('Input.setInterceptDrags', { enabled: true }, act.sending);
  try {
    await mouse.move(from);
    await mouse.down(from, 'left');
    if (!(await isHeld())) {
      await mouse.up(from, 'left');
      return false;
    }
    for (let step = 1; step <= steps && !taken.data; step += 1) await mouse.move(between(from, to, step / steps));
    const { data } = taken;
    if (data) {
      // The browser has taken the drag over: from here on the page sees the events of drag and drop.
      const place = { ...to, data };
      await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...place }, act.sending);
      await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...place }, act.sending);
      await session.send('Input.dispatchDragEvent', { type: 'drop', ...place }, act.sending);
    }
    await mouse.up(to, 'left');
    return true;
  } finally {
    stop();
    await session.send('Input.setInterceptDrags', { enabled: false }, act.sending).catch(() => undefined);
  }
};

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});
