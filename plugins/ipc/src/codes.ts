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

export const ipcCodes = definePluginCodes('ipc', {
  MAIN_EVAL_UNSUPPORTED: {
    ...row,
    summary: 'IPC of the app cannot be used',
    message: "IPC cannot be used in this session (transport '{transport}'): {reason}",
    hint: 'Start the app with electron_launch, or connect to it with electron_inject.',
    details: z.object({ transport: z.string(), reason: z.string() }),
  },
  ALREADY_CAPTURING: {
    ...row,
    summary: 'Capture is running',
    message: 'A capture has been running since {since}',
    hint: 'Read the capture with ipc_captured, or end it with ipc_capture_stop.',
    details: z.object({ since: z.string() }),
  },
  NOT_CAPTURING: {
    ...row,
    summary: 'No capture is running',
    message: 'No channels are being captured',
    hint: 'Start a capture with ipc_capture_start.',
    details: z.object({}),
  },
  CHANNEL_NOT_ALLOWED: {
    ...row,
    category: 'permission',
    http: 403,
    recovery: 'authorize',
    summary: 'Channel is not allowed',
    message: "Channel '{channel}' is not allowed",
    hint: "Use another channel, or ask the operator to add this one to 'channels' in the configuration of the ipc plugin.",
    details: z.object({ channel: z.string() }),
  },
  INVOKE_FAILED: {
    ...row,
    category: 'upstream',
    http: 422,
    recovery: 'fix_input',
    summary: 'Handler failed',
    message: "The call to channel '{channel}' failed: {reason}",
    hint: "Correct the channel or the arguments; 'available', if present, lists the channels that have a handler.",
    details: z.object({ channel: z.string(), reason: z.string(), available: z.array(z.string()).optional() }),
  },
});
