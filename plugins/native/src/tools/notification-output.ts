import { z } from 'zod';

/** A notification as answers show it. */
export const notificationOutput = z.object({
  number: z.int(),
  at: z.string(),
  title: z.string(),
  subtitle: z.string(),
  body: z.string(),
  silent: z.boolean(),
});
