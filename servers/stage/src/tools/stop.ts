import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { stageCodes } from '@recourse/contract/registries';
import { z } from 'zod';
import { answering } from './answering.ts';
import { sessionId } from './fields.ts';
import type { Toolbox } from './toolbox.ts';

export const createStop = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_stop',
    description: "Stops a session's app: asks it to close, and kills it and all its processes if it does not.",
    input: z.strictObject({ sessionId, timeoutMs: z.int().min(1).max(60_000).default(10_000) }),
    output: z.object({ stopped: z.literal(true), escalated: z.boolean() }),
    operation: 'command',
    danger: 'reversible',
    codes: stageCodes,
    errors: ['NOT_RUNNING', 'SESSION_AMBIGUOUS', 'CDP_TIMEOUT'],
    run: (call) =>
      answering(call, async () => {
        const { sessionId: id, timeoutMs } = call.arguments;
        const { escalated } = await sessions.find(id).stop({ timeoutMs });
        return { stopped: true as const, escalated };
      }),
  });
