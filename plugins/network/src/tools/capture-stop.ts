import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { networkCodes } from '../codes.ts';
import { notCapturing } from '../failing.ts';
import { dropCapture, findCapture } from '../state.ts';

export const captureStop = definePluginTool({
  name: 'capture_stop',
  description: 'Ends the capture of the active surface and discards the captured requests.',
  input: z.strictObject({}),
  output: z.object({ stopped: z.literal(true), count: z.int(), dropped: z.int() }),
  operation: 'command',
  danger: 'reversible',
  uses: ['devtools:Network'],
  codes: networkCodes,
  errors: ['network.NOT_CAPTURING'],
  run: async ({ session }) => {
    const capture = findCapture(session);
    if (!capture) return notCapturing(session);
    dropCapture(session);
    await capture.end();
    return { stopped: true as const, count: capture.after(0).length, dropped: capture.dropped };
  },
});
