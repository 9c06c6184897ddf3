import { z } from 'zod';
import { blockerSources } from './blockers.ts';

/** A blocker in the output of a tool. */
export const blockerOutput = z.object({
  guard: z.string(),
  name: z.string().optional(),
  state: z.string().optional(),
  source: z.enum(blockerSources),
});
