import { gitRef } from '@recourse/engine/guarded-fields';
import { z } from 'zod';
import { verbosities } from '../paging/budget.ts';

export const verbosity = z
  .enum(verbosities)
  .optional()
  .describe('How many rows are shown: 5, 20 (default) or 500; cursors lead on.');

export const cursor = z
  .string()
  .max(64)
  .optional()
  .describe('Where to go on: a cursor of the answer to the same call.');

export const domains = z
  .array(z.string().min(1).max(200))
  .min(1)
  .max(200)
  .optional()
  .describe('Only these domains of the policy.');

export const ref = (description: string) => gitRef().optional().describe(description);
