import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { sessionId } from './fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createForceKill = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_force_kill',
    description: "Kills a session's app and all its processes at once. Unsaved work is lost.",
    input: z.strictObject({ sessionId }),
    output: z.object({ killed: z.literal(true) }),
    operation: 'command',
    danger: 'destructive',
    codes: stageCodes,
    errors: ['NOT_RUNNING', 'SESSION_AMBIGUOUS', 'TRANSPORT_UNSUPPORTED'],
    run: (call) =>
      answering(call, async () => {
        await sessions.find(call.arguments.sessionId).kill();
        return { killed: true as const };
      }),
  });
