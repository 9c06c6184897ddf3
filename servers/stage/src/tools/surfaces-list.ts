import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { sessionId } from './fields.ts';
import { describeSurface, surfaceOutput } from './surface-output.ts';
import type { Toolbox } from './toolbox.ts';

export const createSurfacesList = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_surfaces_list',
    description: 'Lists the windows, pages and webviews of a session, and which of them calls work on.',
    input: z.strictObject({ sessionId }),
    output: z.object({ surfaces: z.array(surfaceOutput), active_surface_id: z.string().nullable() }),
    operation: 'window_info',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: ['NOT_RUNNING', 'SESSION_AMBIGUOUS', 'CDP_TIMEOUT', 'CDP_DISCONNECTED'],
    run: (call) =>
      answering(call, async () => {
        const session = sessions.find(call.arguments.sessionId);
        await session.refresh();
        const surfaces = session.surfaces().map(describeSurface);
        const active = surfaces.find(({ surface_id }) => surface_id === session.activeId);
        return { surfaces, active_surface_id: active?.surface_id ?? null };
      }),
  });
