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

export const networkCodes = definePluginCodes('network', {
  UNSUPPORTED: {
    ...row,
    recovery: 'fix_input',
    summary: 'Stub cannot be added',
    message: 'Cannot stub {url}: {reason}',
    hint: 'Use patterns that start with http:, https: or *, or remove a stub with network_unstub.',
    details: z.object({ url: z.string(), reason: z.string() }),
  },
  ALREADY_CAPTURING: {
    ...row,
    summary: 'Capture is running',
    message: 'A capture of surface {surface_id} has been running since {since}',
    hint: 'Read the capture with network_captured, or end it with network_capture_stop.',
    details: z.object({ surface_id: z.string(), since: z.string() }),
  },
  NOT_CAPTURING: {
    ...row,
    summary: 'No capture is running',
    message: 'Requests of surface {surface_id} are not being captured',
    hint: 'Start a capture with network_capture_start on the same surface.',
    details: z.object({ surface_id: z.string() }),
  },
});
