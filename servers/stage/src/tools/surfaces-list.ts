import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { sessionId } from './fields.ts';
import { cutFields, cutOutput, fitList } from './fit-list.ts';
import { budgetTokens } from './reading-fields.ts';
import { describeSurface, surfaceOutput } from './surface-output.ts';
import type { Toolbox } from './toolbox.ts';

const name = 'electron_surfaces_list';

export const createSurfacesList = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name,
    description: 'Lists the windows, pages and webviews of a session, and shows which one is active.',
    input: z.strictObject({ sessionId, budgetTokens }),
    output: z.object({ surfaces: z.array(surfaceOutput), active_surface_id: z.string().nullable(), ...cutOutput }),
    operation: 'window_info',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: ['NOT_RUNNING', 'SESSION_AMBIGUOUS', 'CDP_TIMEOUT', 'CDP_DISCONNECTED'],
    run: (call) =>
      answering(call, async () => {
        const session = sessions.find(call.arguments.sessionId);
        await session.refresh();
        const all = session.surfaces().map(describeSurface);
        const active = all.find(({ surface_id }) => surface_id === session.activeId);
        return fitList(all, call.arguments.budgetTokens, (surfaces, omitted) => ({
          surfaces: [...surfaces],
          active_surface_id: active?.surface_id ?? null,
          ...cutFields(omitted, { tool: name, arguments: call.arguments }),
        }));
      }),
  });
