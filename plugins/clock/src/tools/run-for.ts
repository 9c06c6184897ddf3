import { isFailure } from '@recourse/contract';
import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { commandClock } from '../clocks.ts';
import { clockCodes } from '../codes.ts';
import { clockOutput, showClock } from './clock-output.ts';

export const runFor = definePluginTool({
  name: 'run_for',
  description:
    'Moves the clock forward and fires every timer that becomes due, in order. Stops after 15 s of real time and returns how far it got.',
  input: z.strictObject({ ms: z.int().min(0).max(86_400_000) }),
  output: clockOutput.extend({ ran_ms: z.int().optional(), complete: z.boolean().optional() }),
  operation: 'command',
  danger: 'reversible',
  uses: ['page'],
  codes: clockCodes,
  errors: ['clock.NOT_INSTALLED', 'clock.UNSUPPORTED'],
  run: async ({ arguments: { ms }, session }) => {
    const status = await commandClock(session, { method: 'runFor', value: ms });
    const shown = showClock(status);
    if (isFailure(status) || isFailure(shown)) return shown;
    return { ...shown, ran_ms: status.ranMs ?? 0, complete: status.ranMs === ms };
  },
});
