import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { commandClock } from '../clocks.ts';
import { clockCodes } from '../codes.ts';
import { clockOutput, showClock } from './clock-output.ts';

export const resume = definePluginTool({
  name: 'resume',
  description: 'Resumes the clock after clock_pause.',
  input: z.strictObject({}),
  output: clockOutput,
  operation: 'command',
  danger: 'reversible',
  uses: ['page'],
  codes: clockCodes,
  errors: ['clock.NOT_INSTALLED', 'clock.UNSUPPORTED'],
  run: async ({ session }) => showClock(await commandClock(session, { method: 'resume', value: 0 })),
});
