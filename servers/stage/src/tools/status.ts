import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import type { Session } from '../sessions/session.ts';
import { answering } from './answering.ts';
import { cutFields, cutOutput, fitList } from './fit-list.ts';
import { budgetTokens } from './reading-fields.ts';
import { describeSurface, surfaceOutput } from './surface-output.ts';
import type { Toolbox } from './toolbox.ts';

const name = 'electron_status';

export const createStatus = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name,
    description: 'Lists the live sessions with their windows.',
    input: z.strictObject({ budgetTokens }),
    output: z.object({
      active_sessions: z.int(),
      sessions: z.array(z.object({ session_id: z.string(), transport: z.string(), surfaces: z.array(surfaceOutput) })),
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
        const shownOf = live.flatMap((session) =>
          session.surfaces().map((surface) => ({ session_id: session.id, ...describeSurface(surface) })),
        );
        return fitList(shownOf, call.arguments.budgetTokens, (shown, omitted) => ({
          active_sessions: live.length,
          sessions: live.map((session) => describeLive(session, shown)),
          ...cutFields(omitted, { tool: name, arguments: call.arguments }),
        }));
      }),
  });

type Shown = z.output<typeof surfaceOutput> & { readonly session_id: string };

const describeLive = ({ id, transport }: Session, shown: readonly Shown[]) => ({
  session_id: id,
  transport,
  surfaces: shown.filter(({ session_id }) => session_id === id).map(({ session_id: _, ...surface }) => surface),
});
