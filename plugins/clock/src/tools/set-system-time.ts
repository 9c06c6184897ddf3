import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { commandClock } from '../clocks.ts';
import { clockCodes } from '../codes.ts';
import { clockOutput, millisecondsOf, moment, showClock } from './clock-output.ts';

export const setSystemTime = definePluginTool({
  name: 'set_system_time',
  description: 'Sets the date and time of the active surface, forward or back. Timers keep their remaining time.',
  input: z.strictObject({ time: moment }),
  output: clockOutput,
  operation: 'command',
  danger: 'reversible',
  uses: ['page'],
  codes: clockCodes,
  errors: ['clock.NOT_INSTALLED', 'clock.UNSUPPORTED'],
  run: async ({ arguments: given, session }) =>
    showClock(await commandClock(session, { method: 'setSystemTime', value: millisecondsOf(given.time) })),
});
