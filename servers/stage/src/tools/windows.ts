import { z } from 'zod';
import type { Session } from '../sessions/session.ts';
import type { Surface } from '../surface.ts';
import { describeSurface, surfaceOutput } from './surface-output.ts';

/** A window as the tools show it. Its index is its place among the open windows, oldest first. */
export const windowOutput = surfaceOutput.extend({ index: z.int(), active: z.boolean() });

/** The windows of a session: its surfaces without webviews, which are parts of windows. */
export const windowsOf = (session: Session): readonly Surface[] =>
  session.surfaces().filter(({ kind }) => kind !== 'webview');

export const describeWindows = (session: Session): z.output<typeof windowOutput>[] =>
  windowsOf(session).map((surface, index) => ({
    ...describeSurface(surface),
    index,
    active: surface.id === session.activeId,
  }));
