import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { commandClock } from '../clocks.ts';
import { clockCodes } from '../codes.ts';
import { clockOutput, showClock } from './clock-output.ts';

export const pause = definePluginTool({
  name: 'pause',
  description:
    'Pauses the clock: until clock_resume is called, time passes only with clock_advance, clock_run_for and clock_set_time.',
  input: z.strictObject({}),
  output: clockOutput,
  operation: 'command',
  danger: 'reversible',
  uses: ['page'],
  codes: clockCodes,
  errors: ['clock.NOT_INSTALLED', 'clock.UNSUPPORTED'],
  run: async ({ session }) => showClock(await commandClock(session, { method: 'pause', value: 0 })),
});
