import type { FoundTarget, Target } from '../reading/target.ts';
import { placeOf } from './act.ts';
import type { Act } from './act.ts';
import { actionNeeds } from './action-needs.ts';
import { Mouse } from './mouse.ts';
import { whenActionable } from './until-actionable.ts';

/** Scrolls an element into view, with all frames around it. */
export const scrollIntoView = (act: Act, target: Target): Promise<FoundTarget> =>
  whenActionable(act, target, { ...actionNeeds.scroll, visible: true }, ({ found }) => Promise.resolve(found));

/** Turns the wheel over an element, or over the middle of the surface. */
export const turnWheel = async (
  act: Act,
  target: Target | undefined,
  { dx, dy }: { readonly dx: number; readonly dy: number },
): Promise<FoundTarget | undefined> => {
  const mouse = new Mouse(act);
  if (!target) {
    const { cssLayoutViewport } = await act.surface.session.send('Page.getLayoutMetrics', undefined, act.sending);
    const middle = { x: cssLayoutViewport.clientWidth / 2, y: cssLayoutViewport.clientHeight / 2 };
    await mouse.wheel(middle, dx, dy);
    return undefined;
  }
  return whenActionable(act, target, { ...actionNeeds.hover, stable: false }, async ({ found, point }) => {
    const place = point ?? { x: 0, y: 0 };
    await mouse.move(place);
    await act.using(placeOf(found), () => mouse.wheel(place, dx, dy));
    return found;
  });
};
