import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { sessionId, surfaceId } from './fields.ts';
import { describeSurface, surfaceOutput } from './surface-output.ts';
import type { Toolbox } from './toolbox.ts';
import { awaitTitle, windowIdOf } from './windows.ts';

export const createSwitchWindow = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_switch_window',
    description:
      'Makes a window the target of later calls: by targetId (its surface_id), windowTitle (or a part that only one has) or index; by default the oldest.',
    input: z.strictObject({
      sessionId,
      targetId: surfaceId.optional(),
      windowTitle: z.string().optional(),
      index: z.int().min(0).optional(),
    }),
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
        await awaitTitle(session, call.arguments.windowTitle, call.signal);
        const active = describeSurface(session.switchTo(windowIdOf(session, call.arguments)));
        return { active, active_window_id: active.surface_id };
      }),
  });
