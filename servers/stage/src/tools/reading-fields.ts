import { z } from 'zod';
import { defaultBudget, leastBudget, mostBudget } from '../reading/snapshot/fit.ts';
import { sessionId } from './fields.ts';

export const ref = z.int().min(1).max(1_000_000_000);
export const selector = z.string().min(1).max(1000);

/** The element that a call is about; exactly one of the two. */
export const target = {
  sessionId,
  ref: ref.optional().describe('The number of the element in a snapshot.'),
  selector: selector.optional().describe('A CSS selector; the first match is meant.'),
};

export const budgetTokens = z
  .int()
  .optional()
  .describe(
    `The most tokens of the whole answer (o200k), ${leastBudget} to ${mostBudget}; ${defaultBudget} unless given.`,
  );
