import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { nativeCodes } from '../codes.ts';
import { alreadyCapturing, withoutMain } from '../failing.ts';
import { stopNotifications, useNotifications } from '../main/notifications.ts';

export const notificationsStart = definePluginTool({
  name: 'notifications_start',
  description: 'Records the notifications that the main process shows. Keeps the last 200.',
  input: z.strictObject({}),
  output: z.object({ capturing: z.literal(true) }),
  operation: 'command',
  danger: 'reversible',
  uses: ['main'],
  codes: nativeCodes,
  errors: ['native.UNSUPPORTED', 'native.NOT_INSTRUMENTED', 'native.ALREADY_CAPTURING'],
  run: async ({ session }) => {
    const refusal = withoutMain(session);
    if (refusal) return refusal;
    await session.atEnd('notifications', { main: stopNotifications });
    const { since } = await session.evaluateInMain(useNotifications, { type: 'start', since: 0 });
    return since === undefined ? { capturing: true as const } : alreadyCapturing(since);
  },
});
