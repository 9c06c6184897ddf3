import { isFailure } from '@recourse/contract';
import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { commandClock, isInstalled, readClock } from '../clocks.ts';
import { clockCodes } from '../codes.ts';
import { notInstalled, unsupported } from '../failing.ts';
import { clockOutput, millisecondsOf, moment, showClock } from './clock-output.ts';

export const setTime = definePluginTool({
  name: 'set_time',
  description:
    'Jumps the clock forward to `time`, as when a computer wakes from sleep: each timer due by then fires once.',
  input: z.strictObject({ time: moment }),
  output: clockOutput,
  operation: 'command',
  danger: 'reversible',
  uses: ['page'],
  codes: clockCodes,
  errors: ['clock.NOT_INSTALLED', 'clock.UNSUPPORTED'],
  run: async ({ arguments: { time }, session }) => {
    if (!isInstalled(session)) return notInstalled(session);
    const status = await readClock(session);
    if (isFailure(status)) return status;
    const value = millisecondsOf(time) - status.time;
    if (value < 0) return unsupported(`the new time must not be before ${new Date(status.time).toISOString()}`);
    return showClock(await commandClock(session, { method: 'jump', value }));
  },
});
