import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { commandClock } from '../clocks.ts';
import { clockCodes } from '../codes.ts';
import { clockOutput, showClock } from './clock-output.ts';

export const advance = definePluginTool({
  name: 'advance',
  description:
    'Jumps the clock forward by `ms`, as when a computer wakes from sleep: each timer that is due fires once.',
  input: z.strictObject({ ms: z.int().min(0).max(315_576_000_000) }),
  output: clockOutput,
  operation: 'command',
  danger: 'reversible',
  uses: ['page'],
  codes: clockCodes,
  errors: ['clock.NOT_INSTALLED', 'clock.UNSUPPORTED'],
  run: async ({ arguments: given, session }) =>
    showClock(await commandClock(session, { method: 'jump', value: given.ms })),
});
