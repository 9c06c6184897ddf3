import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { fail, StageError } from '../failing.ts';
import type { Session } from '../sessions/session.ts';
import type { Surface } from '../surface.ts';
import { describeSurface, surfaceOutput } from './surface-output.ts';

/** A window as the tools show it. Its index is its place among the open windows, oldest first. */
export const windowOutput = surfaceOutput.extend({ index: z.int(), active: z.boolean() });

/** The windows of a session: its surfaces without webviews, which are parts of windows. */
const windowsOf = (session: Session): readonly Surface[] => session.surfaces().filter(({ kind }) => kind !== 'webview');

export const describeWindows = (session: Session): z.output<typeof windowOutput>[] =>
  windowsOf(session).map((surface, index) => ({
    ...describeSurface(surface),
    index,
    active: surface.id === session.activeId,
  }));

/** How a call names a window. The first field that is given counts. */
export interface WantedWindow {
  readonly targetId?: string | undefined;
  readonly windowTitle?: string | undefined;
  readonly index?: number | undefined;
}

const longestTitle = 100;
/** How long a window may take to get a title after it has opened. */
const titleMs = 2000;
const betweenLooksMs = 30;

/** Waits while no window has the title and one has no title yet: it has just opened, and its page is loading. */
export const awaitTitle = async (session: Session, wanted: string | undefined, signal: AbortSignal): Promise<void> => {
  if (wanted === undefined) return;
  const until = performance.now() + titleMs;
  while (performance.now() < until) {
    const windows = windowsOf(session);
    if (titled(windows, wanted) || windows.every(({ title }) => title !== '')) return;
    await pause(betweenLooksMs, undefined, { signal });
    await session.refresh();
  }
};

/** The id of the window that a call names, or of the oldest one. Throws SURFACE_NOT_FOUND. */
export const windowIdOf = (session: Session, { targetId, windowTitle, index }: WantedWindow): string => {
  if (targetId !== undefined) return targetId;
  const windows = windowsOf(session);
  const found = windowTitle === undefined ? windows[index ?? 0] : titled(windows, windowTitle);
  if (found) return found.id;
  const details = {
    surface_id: windowTitle?.slice(0, longestTitle) ?? String(index ?? 0),
    available: windows.map(({ id }) => id),
  };
  const hint = 'Call electron_windows_list and use a surface_id, title or index from its answer.';
  throw new StageError(fail('SURFACE_NOT_FOUND', details, { effect: 'none', hint }));
};

/** The window with this title, or the only one whose title contains it. */
const titled = (windows: readonly Surface[], wanted: string): Surface | undefined => {
  const exact = windows.filter(({ title }) => title === wanted);
  const containing = windows.filter(({ title }) => title.includes(wanted));
  const [found, ...others] = exact.length > 0 ? exact : containing;
  return others.length === 0 ? found : undefined;
};
