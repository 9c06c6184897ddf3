import { setTimeout as sleep } from 'node:timers/promises';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from './answering.ts';
import { sessionId } from './fields.ts';
import type { Toolbox } from './toolbox.ts';
import { mostWaitMs, waits } from './waiting.ts';

export const createWait = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_wait',
    description:
      'Waits for a fixed time. Prefer electron_wait_for_state and electron_wait_for_selector, which are faster and safer.',
    input: z.strictObject({ sessionId, ms: z.int().min(0).describe(`Capped at ${mostWaitMs}`) }),
    output: z.object({ waited_ms: z.int() }),
    ...waits,
    errors: ['NOT_RUNNING', 'SESSION_AMBIGUOUS'],
    run: (call) =>
      answering(call, async () => {
        sessions.find(call.arguments.sessionId);
        const ms = Math.min(call.arguments.ms, mostWaitMs);
        await sleep(ms, undefined, { signal: call.signal });
        return { waited_ms: ms };
      }),
  });
