import type { Protocol } from 'devtools-protocol';
import type { FoundTarget, Target } from '../reading/target.ts';
import type { Act } from './act.ts';
import { actionNeeds } from './action-needs.ts';
import { Mouse } from './mouse.ts';
import type { Point } from './page/hit-test.ts';
import { notVisible } from './problem.ts';
import { whenActionable } from './until-actionable.ts';

/** Pages start a drag after a few pixels, and follow the mouse on its way. */
const steps = 5;

/** Drags an element onto another one, with the mouse or as the page's own drag and drop. */
export const drag = (
  act: Act,
  source: Target,
  target: Target,
): Promise<{ readonly source: FoundTarget; readonly target: FoundTarget }> =>
  whenActionable(act, source, actionNeeds.drag, async ({ found: from }) => {
    // Scrolling to one of the two can move the other: the place of the source is read last.
    const to = await whenActionable(act, target, actionNeeds.drag, (ready) => Promise.resolve(ready));
    const start = await whenActionable(act, { ref: from.ref }, actionNeeds.drag, (ready) => Promise.resolve(ready));
    const end = await whenActionable(act, { ref: to.found.ref }, { ...actionNeeds.drag, stable: false }, (ready) =>
      Promise.resolve(ready),
    );
    if (!start.point || !end.point) return notVisible(from, 'it has no place', act.deadline.timeoutMs);
    await dragBetween(act, start.point, end.point);
    return { source: from, target: to.found };
  });

const dragBetween = async (act: Act, from: Point, to: Point): Promise<void> => {
  const { session } = act.surface;
  const mouse = await Mouse.of(act);
  const taken: { data?: Protocol.Input.DragData } = {};
  const stop = session.on('Input.dragIntercepted', (event) => {
    taken.data = event.data;
  });
  await session.send('Input.setInterceptDrags', { enabled: true }, act.sending);
  try {
    await mouse.move(from);
    await mouse.down(from, 'left');
    for (let step = 1; step <= steps && !taken.data; step += 1) await mouse.move(between(from, to, step / steps));
    const { data } = taken;
    if (!data) return await mouse.up(to, 'left');
    // The browser has taken the drag over: from here on the page sees the events of drag and drop.
    const place = { ...mouse.scaled(to), data };
    await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...place }, act.sending);
    await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...place }, act.sending);
    await session.send('Input.dispatchDragEvent', { type: 'drop', ...place }, act.sending);
    await mouse.up(to, 'left');
  } finally {
    stop();
    await session.send('Input.setInterceptDrags', { enabled: false }, act.sending).catch(() => undefined);
  }
};

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});
