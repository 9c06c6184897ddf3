import { definePluginCodes } from '@recourse/contract';
import { z } from 'zod';

const row = {
  kind: 'error',
  category: 'conflict',
  http: 409,
  retryable: false,
  recovery: 'change_state',
  since: '0.1.0',
} as const;

export const nativeCodes = definePluginCodes('native', {
  UNSUPPORTED: {
    ...row,
    summary: 'Native feature cannot be used',
    message: 'The native feature cannot be used: {reason}',
    hint: 'Choose another menu item or tray event; if the session has no access to the main process, start the app with electron_launch.',
    details: z.object({ reason: z.string() }),
  },
  NOT_INSTRUMENTED: {
    ...row,
    summary: 'Packaged app was started without access to its main process',
    message: 'The packaged app was started without instrumentNative',
    hint: 'Stop the app with electron_stop, and start it again with electron_launch and instrumentNative: true.',
    details: z.object({}),
  },
  ALREADY_CAPTURING: {
    ...row,
    summary: 'Capture is running',
    message: 'A capture of notifications has been running since {since}',
    hint: 'Read the notifications with native_notifications, or end the capture with native_notifications_stop.',
    details: z.object({ since: z.string() }),
  },
  NOT_CAPTURING: {
    ...row,
    summary: 'No capture is running',
    message: 'Notifications are not being captured',
    hint: 'Start a capture with native_notifications_start.',
    details: z.object({}),
  },
  NOT_FOUND: {
    ...row,
    category: 'not_found',
    http: 404,
    recovery: 'discover',
    summary: 'Menu item or tray does not exist',
    message: "There is no {what} '{name}'",
    hint: "Choose one from 'available', or list them with native_menu or native_trays.",
    details: z.object({ what: z.string(), name: z.string(), available: z.array(z.string()) }),
  },
});
