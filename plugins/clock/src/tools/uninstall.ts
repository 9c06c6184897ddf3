import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { removeClock } from '../clocks.ts';
import { clockCodes } from '../codes.ts';
import { notInstalled } from '../failing.ts';

export const uninstall = definePluginTool({
  name: 'uninstall',
  description:
    'Restores the real date and timers of the active surface. Timers that are still pending in the fake clock never fire.',
  input: z.strictObject({}),
  output: z.object({ installed: z.literal(false) }),
  operation: 'command',
  danger: 'reversible',
  uses: ['page'],
  codes: clockCodes,
  errors: ['clock.NOT_INSTALLED'],
  run: async ({ session }) => ((await removeClock(session)) ? { installed: false as const } : notInstalled(session)),
});
