import { z } from 'zod';

/** The session that a call means. A single live session need not be named. */
export const sessionId = z
  .string()
  .regex(/^session-\d{1,9}$/u, "must be an id such as 'session-1'")
  .optional();

export const surfaceId = z.string().regex(/^s\d{1,9}$/u, "must be an id such as 's1'");
