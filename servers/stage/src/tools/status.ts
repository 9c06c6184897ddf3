import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { stageCodes } from '@recourse/contract/registries';
import { z } from 'zod';
import { describeSurface, surfaceOutput } from './surface-output.ts';
import type { Toolbox } from './toolbox.ts';

export const createStatus = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_status',
    description: 'Lists the live sessions with their windows.',
    input: z.strictObject({}),
    output: z.object({
      active_sessions: z.int(),
      sessions: z.array(z.object({ session_id: z.string(), transport: z.string(), surfaces: z.array(surfaceOutput) })),
    }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: [],
    run: async () => {
      const live = sessions.live();
      // A session that ends in this moment is listed as it was.
      await Promise.allSettled(live.map((session) => session.refresh()));
      return {
        active_sessions: live.length,
        sessions: live.map((session) => ({
          session_id: session.id,
          transport: session.transport,
          surfaces: session.surfaces().map(describeSurface),
        })),
      };
    },
  });
