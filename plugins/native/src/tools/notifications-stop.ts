import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { nativeCodes } from '../codes.ts';
import { notCapturing, withoutMain } from '../failing.ts';
import { useNotifications } from '../main/notifications.ts';

export const notificationsStop = definePluginTool({
  name: 'notifications_stop',
  description: 'Ends the recording and discards the notifications.',
  input: z.strictObject({}),
  output: z.object({ stopped: z.literal(true), count: z.int() }),
  operation: 'command',
  danger: 'reversible',
  uses: ['main'],
  codes: nativeCodes,
  errors: ['native.UNSUPPORTED', 'native.NOT_INSTRUMENTED', 'native.NOT_CAPTURING'],
  run: async ({ session }) => {
    const refusal = withoutMain(session);
    if (refusal) return refusal;
    const found = await session.evaluateInMain(useNotifications, { type: 'stop', since: 0 });
    return found.since === undefined ? notCapturing() : { stopped: true as const, count: found.notifications.length };
  },
});
