import { z } from 'zod';
import { defaultBudget, leastBudget, mostBudget } from '../reading/snapshot/fit.ts';
import { sessionId } from './fields.ts';

export const ref = z.int().min(1).max(1_000_000_000);
export const selector = z.string().min(1).max(1000);

const by = z.strictObject({ role: z.string().min(1).max(50), name: z.string().max(500) });

/** The element that a call is about; exactly one of the three. */
export const target = {
  sessionId,
  ref: ref.optional().describe('The number of the element in a snapshot.'),
  selector: selector.optional().describe('A CSS selector; the first match is meant.'),
  by: by.optional().describe('The role and the whole name of the only such element.'),
};

export const budgetTokens = z
  .int()
  .optional()
  .describe(
    `The most tokens of the whole answer (o200k), ${leastBudget} to ${mostBudget}; ${defaultBudget} unless given.`,
  );
