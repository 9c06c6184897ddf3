import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { isInstalled, readClock } from '../clocks.ts';
import { clockCodes } from '../codes.ts';
import { clockOutput, showClock } from './clock-output.ts';

export const status = definePluginTool({
  name: 'status',
  description:
    'Shows whether the active surface has a fake clock, its time, whether it is paused, and the number of pending timers.',
  input: z.strictObject({}),
  output: clockOutput,
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  uses: ['page'],
  codes: clockCodes,
  errors: ['clock.UNSUPPORTED'],
  run: async ({ session }) => (isInstalled(session) ? showClock(await readClock(session)) : { installed: false }),
});
