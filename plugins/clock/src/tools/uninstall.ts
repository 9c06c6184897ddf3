import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { removeClock } from '../clocks.ts';
import { clockCodes } from '../codes.ts';
import { notInstalled } from '../failing.ts';

export const uninstall = definePluginTool({
  name: 'uninstall',
  description: 'Gives the active surface its real date and timers back. Timers that waited in the clock do not fire.',
  input: z.strictObject({}),
  output: z.object({ installed: z.literal(false) }),
  operation: 'command',
  danger: 'reversible',
  uses: ['page'],
  codes: clockCodes,
  errors: ['clock.NOT_INSTALLED'],
  run: async ({ session }) => ((await removeClock(session)) ? { installed: false as const } : notInstalled(session)),
});
