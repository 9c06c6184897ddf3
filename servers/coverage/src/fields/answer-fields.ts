import { gitRef } from '@recourse/engine/guarded-fields';
import { z } from 'zod';
import { verbosities } from '../paging/budget.ts';

export const verbosity = z
  .enum(verbosities)
  .optional()
  .describe('The number of rows to show: 5, 20 (default) or 500; cursors return the rest.');

export const cursor = z
  .string()
  .max(64)
  .optional()
  .describe('A cursor from an answer to the same call; continues that list.');

export const domains = z
  .array(z.string().min(1).max(200))
  .min(1)
  .max(200)
  .optional()
  .describe('Includes only these domains of the policy.');

export const ref = (description: string) => gitRef().optional().describe(description);
