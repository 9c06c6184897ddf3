import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { installClock } from '../clocks.ts';
import { clockCodes } from '../codes.ts';
import { clockOutput, millisecondsOf, moment, showClock } from './clock-output.ts';

export const install = definePluginTool({
  name: 'install',
  description:
    'Replaces the date and the timers of the active surface with a fake clock, in all its frames and after reloads. The clock starts at `time` (defaults to now) and runs unless paused.',
  input: z.strictObject({ time: moment.optional(), paused: z.boolean().default(false) }),
  output: clockOutput,
  operation: 'command',
  danger: 'reversible',
  uses: ['page'],
  codes: clockCodes,
  errors: ['clock.UNSUPPORTED'],
  run: async ({ arguments: { time, paused }, session }) => {
    const realTime = Date.now();
    const state = { time: time === undefined ? realTime : millisecondsOf(time), realTime, isPaused: paused };
    return showClock(await installClock(session, state));
  },
});
