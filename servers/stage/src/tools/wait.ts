import { setTimeout as sleep } from 'node:timers/promises';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { waits } from './waiting.ts';

export const createWait = (): Tool =>
  defineTool({
    name: 'electron_wait',
    description: 'Waits for a fixed time. The tools that wait for a state or an event are faster and safer.',
    input: z.strictObject({ ms: z.int().min(0).max(60_000) }),
    output: z.object({ waited_ms: z.int() }),
    ...waits,
    errors: [],
    run: async ({ arguments: { ms }, signal }) => {
      await sleep(ms, undefined, { signal });
      return { waited_ms: ms };
    },
  });
