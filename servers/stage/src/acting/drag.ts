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
import { afterInput, notVisible } from './problem.ts';
import type { Problem } from './problem.ts';
import { checkNow, isProblem, reachNow, whenActionable } from './until-actionable.ts';
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
    const still = { ...needs, stable: false };
    const first = await ready({ ref: from.ref }, needs);
    const end = await ready({ ref: to.found.ref }, still);
    const together = await reachNow(act, first.found, still);
    const start = isProblem(together) ? await checkNow(act, first.found, still) : together;
    if (isProblem(start)) return start;
    if (!start.point || !end.point) return notVisible(from, 'it has no visible area', act.deadline.timeoutMs);
    const scroll = isProblem(together) ? () => checkNow(act, end.found, still) : undefined;
    const way: Way = { from: start.point, to: end.point, scroll };
    const dragged = { source: from, target: to.found };
    if (force) {
      const problem = await dragBetween(act, way, () => Promise.resolve(true));
      return problem === 'missed' ? dragged : (problem ?? dragged);
    }
    return act.using(placeOf(start.found), async (node) => {
      const guard = await node.begin(guardPointer, 1, { isDrag: true });
      let verdict: PointerVerdict | undefined;
      const isHeld = async (): Promise<boolean> => {
        verdict = await guard<PointerVerdict>('verdict');
        return verdict.pressed === 1 && verdict.obstacle === null;
      };
      const problem = await dragBetween(act, way, isHeld);
      // A page that loads another one after the drop is gone with its guard.
      await unlessGone(guard('end'));
      if (problem === 'missed' && verdict) return missedPress(act, from, verdict);
      return problem === undefined || problem === 'missed' ? dragged : problem;
    });
  });

interface Way {
  readonly from: Point;
  /** Where the target is while the source is in view, or before that. */
  readonly to: Point;
  /** Scrolls to the target if it is too far from the source to be seen together with it. */
  readonly scroll: (() => Promise<Ready | Problem>) | undefined;
}

/**
 * Presses the button on the source and releases it on the target. Releases it at once if the press did not reach the
 * source, or if the target cannot be reached. After the press, the page may replace the source.
 */
const dragBetween = async (
  act: Act,
  { from, to, scroll }: Way,
  isHeld: () => Promise<boolean>,
): Promise<Problem | 'missed' | undefined> => {
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
      return 'missed';
    }
    let [begun, end] = [from, to];
    if (scroll) {
      // The drag has to begin where the source is: after the page has scrolled, another element is there.
      for (let step = 1; step <= steps && !taken.data; step += 1) {
        begun = { x: from.x + Math.sign(to.x - from.x) * step * 3, y: from.y + Math.sign(to.y - from.y) * step * 3 };
        await mouse.move(begun);
      }
      const ready = await scroll();
      if (isProblem(ready)) {
        await mouse.up(begun, 'left');
        return afterInput(ready, 'partial');
      }
      end = ready.point ?? to;
    }
    for (let step = 1; step <= steps && !taken.data; step += 1) await mouse.move(between(begun, end, step / steps));
    const { data } = taken;
    if (data) {
      // The browser has taken the drag over: from here on the page sees the events of drag and drop.
      const place = { ...end, data };
      await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...place }, act.sending);
      await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...place }, act.sending);
      await session.send('Input.dispatchDragEvent', { type: 'drop', ...place }, act.sending);
    }
    await mouse.up(end, 'left');
    return undefined;
  } finally {
    stop();
    await session.send('Input.setInterceptDrags', { enabled: false }, act.sending).catch(() => undefined);
  }
};

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});
