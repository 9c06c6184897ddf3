import { definePluginTool, maskJson } from '@recourse/stage-plugin';
import { z } from 'zod';
import { nativeCodes } from '../codes.ts';
import { notCapturing, withoutMain } from '../failing.ts';
import { useNotifications } from '../main/notifications.ts';
import { notificationOutput } from './notification-output.ts';

export const notifications = definePluginTool({
  name: 'notifications',
  description:
    'Reads the recorded notifications, oldest first, with secrets masked. `since` is the number of the last one already read.',
  input: z.strictObject({ since: z.int().min(0).default(0) }),
  output: z.object({ notifications: z.array(notificationOutput), dropped: z.int() }),
  operation: 'logs',
  danger: 'safe',
  uses: ['main'],
  codes: nativeCodes,
  errors: ['native.UNSUPPORTED', 'native.NOT_INSTRUMENTED', 'native.NOT_CAPTURING'],
  run: async ({ arguments: given, session, stage }) => {
    const refusal = withoutMain(session);
    if (refusal) return refusal;
    const found = await session.evaluateInMain(useNotifications, { type: 'read', since: given.since });
    if (found.since === undefined) return notCapturing();
    return { notifications: [...(await maskJson(stage, 'notification', found.notifications))], dropped: found.dropped };
  },
});
