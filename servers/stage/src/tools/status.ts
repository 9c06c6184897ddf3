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
      answering(call, () => {
        const live = sessions.live();
        const all = live.flatMap((session) =>
          session.surfaces().map((surface) => ({ session_id: session.id, surface: describeSurface(surface) })),
        );
        return Promise.resolve(
          fitList(all, call.arguments.budgetTokens, (shown, omitted) => ({
            active_sessions: live.length,
            sessions: live.map((session) => describeLive(session, shown)),
            ...cutFields(omitted, { tool: name, arguments: call.arguments }),
          })),
        );
      }),
  });

interface Shown {
  readonly session_id: string;
  readonly surface: z.output<typeof surfaceOutput>;
}

const describeLive = ({ id, transport }: Session, shown: readonly Shown[]) => ({
  session_id: id,
  transport,
  surfaces: shown.filter(({ session_id }) => session_id === id).map(({ surface }) => surface),
});
