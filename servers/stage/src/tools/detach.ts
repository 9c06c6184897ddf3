import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { sessionId } from './fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createDetach = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_detach',
    description: 'Ends a session with an app that was already running, and leaves the app running.',
    input: z.strictObject({ sessionId }),
    output: z.object({ detached: z.literal(true) }),
    operation: 'command',
    danger: 'reversible',
    codes: stageCodes,
    errors: ['NOT_RUNNING', 'SESSION_AMBIGUOUS', 'TRANSPORT_UNSUPPORTED'],
    run: (call) =>
      answering(call, async () => {
        await sessions.detach(call.arguments.sessionId);
        return { detached: true as const };
      }),
  });
