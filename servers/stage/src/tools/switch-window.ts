import { stageCodes } from '@recourse/contract/registries';
import { defineTool, exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { fail, StageError } from '../failing.ts';
import type { Session } from '../sessions/session.ts';
import type { Surface } from '../surface.ts';
import { answering } from './answering.ts';
import { sessionId, surfaceId } from './fields.ts';
import { describeSurface, surfaceOutput } from './surface-output.ts';
import type { Toolbox } from './toolbox.ts';
import { windowsOf } from './windows.ts';

interface Wanted {
  readonly targetId?: string | undefined;
  readonly windowTitle?: string | undefined;
  readonly index?: number | undefined;
}

export const createSwitchWindow = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_switch_window',
    description:
      'Makes a window the one that the next calls work on: the one with this id, title or index, or the oldest.',
    input: exclusive(
      z.strictObject({
        sessionId,
        targetId: surfaceId.optional().describe('The surface_id of the window.'),
        windowTitle: z.string().min(1).max(500).optional().describe('The title, or a part that only one window has.'),
        index: z.int().min(0).max(1000).optional(),
      }),
      ['targetId', 'windowTitle', 'index'],
    ),
    output: z.object({ active: surfaceOutput, active_window_id: z.string() }),
    operation: 'command',
    danger: 'reversible',
    idempotent: true,
    codes: stageCodes,
    errors: [
      'NOT_RUNNING',
      'SESSION_AMBIGUOUS',
      'SURFACE_NOT_FOUND',
      'SURFACE_CLOSED',
      'CDP_TIMEOUT',
      'CDP_DISCONNECTED',
    ],
    run: (call) =>
      answering(call, async () => {
        const session = sessions.find(call.arguments.sessionId);
        await session.refresh();
        const active = describeSurface(session.switchTo(idOf(session, call.arguments)));
        return { active, active_window_id: active.surface_id };
      }),
  });

const idOf = (session: Session, { targetId, windowTitle, index }: Wanted): string => {
  if (targetId !== undefined) return targetId;
  const windows = windowsOf(session);
  const found = windowTitle === undefined ? windows[index ?? 0] : titled(windows, windowTitle);
  if (found) return found.id;
  const details = { surface_id: windowTitle ?? String(index ?? 0), available: windows.map(({ id }) => id) };
  const hint = 'Call electron_windows_list and use a surface_id, a title or an index from there.';
  throw new StageError(fail('SURFACE_NOT_FOUND', details, { effect: 'none', hint }));
};

/** The window with this title, or the only one whose title contains it. */
const titled = (windows: readonly Surface[], wanted: string): Surface | undefined => {
  const exact = windows.filter(({ title }) => title === wanted);
  const containing = windows.filter(({ title }) => title.includes(wanted));
  const [found, ...others] = exact.length > 0 ? exact : containing;
  return others.length === 0 ? found : undefined;
};
