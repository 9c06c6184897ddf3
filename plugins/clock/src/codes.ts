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

export const clockCodes = definePluginCodes('clock', {
  UNSUPPORTED: {
    ...row,
    summary: 'Clock cannot be changed',
    message: "The page's clock cannot be changed: {reason}",
    hint: 'Use clock_set_system_time to go back in time, or load a page whose Date can be replaced.',
    details: z.object({ reason: z.string() }),
  },
  NOT_INSTALLED: {
    ...row,
    summary: 'No fake clock is installed',
    message: 'No clock is installed on surface {surface_id}',
    hint: 'Install one with clock_install on the same surface.',
    details: z.object({ surface_id: z.string() }),
  },
});
