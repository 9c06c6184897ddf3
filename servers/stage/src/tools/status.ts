import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { cutFields, cutOutput, fitList } from './fit-list.ts';
import { budgetTokens } from './reading-fields.ts';
import { describeSurface, surfaceOutput } from './surface-output.ts';
import type { Toolbox } from './toolbox.ts';

const name = 'electron_status';
const startedAt = Date.now();
const version = '0.1.0';

export const createStatus = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name,
    description: 'Lists the live sessions with their windows.',
    input: z.strictObject({ budgetTokens }),
    output: z.object({
      active_sessions: z.int(),
      server: z.object({ version: z.string(), started_at: z.string(), uptime_ms: z.int() }),
      sessions: z.array(
        z.object({
          session_id: z.string(),
          transport: z.string(),
          renderer_ready: z.boolean(),
          active_surface: z.string().optional(),
          surfaces: z.array(surfaceOutput),
        }),
      ),
      ...cutOutput,
    }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: [],
    run: (call) =>
      answering(call, async () => {
        const live = sessions.live();
        // A session that ends in this moment is listed as it was.
        await Promise.allSettled(live.map((session) => session.refresh()));
        const surfaces = live.flatMap((session) =>
          session.surfaces().map((surface) => [describeSurface(surface), session] as const),
        );
        const owners = new Map(surfaces);
        return fitList([...owners.keys()], call.arguments.budgetTokens, (shown, omitted) => ({
          active_sessions: live.length,
          server: {
            version,
            started_at: new Date(startedAt).toISOString(),
            uptime_ms: Date.now() - startedAt,
          },
          sessions: live.map((session) => ({
            session_id: session.id,
            transport: session.transport,
            renderer_ready: session.isReady,
            ...(session.activeId !== undefined && { active_surface: session.activeId }),
            surfaces: shown.filter((surface) => owners.get(surface) === session),
          })),
          ...cutFields(omitted, { tool: name, arguments: call.arguments }),
        }));
      }),
  });
