import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { sessionId, surfaceId } from './fields.ts';
import { describeSurface, surfaceOutput } from './surface-output.ts';
import type { Toolbox } from './toolbox.ts';

export const createSwitchSurface = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_switch_surface',
    description: 'Makes a window, page or webview the target of later calls.',
    input: z.strictObject({ sessionId, surfaceId }),
    output: z.object({ active: surfaceOutput, active_surface_id: z.string() }),
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
        const { sessionId: id, surfaceId: wanted } = call.arguments;
        const session = sessions.find(id);
        await session.refresh();
        const active = describeSurface(session.switchTo(wanted));
        return { active, active_surface_id: active.surface_id };
      }),
  });
