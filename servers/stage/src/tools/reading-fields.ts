import { z } from 'zod';
import { defaultBudget, leastBudget, mostBudget } from '../reading/snapshot/fit.ts';
import { sessionId } from './fields.ts';

export const ref = z.int().min(1);
export const selector = z.string().describe('CSS');

/** The fields that name an element. A call gives one of them. */
export const targetNames = ['ref', 'selector', 'by'] as const;

/** The element that a call is about. */
export const target = {
  sessionId,
  ref: ref.optional(),
  selector: selector.optional(),
  by: z.strictObject({ role: z.string(), name: z.string() }).optional(),
};

/** The most o200k tokens of a whole answer. */
export const budgetTokens = z.int().min(leastBudget).max(mostBudget).default(defaultBudget);

/** A time limit that larger values are reduced to. */
export const cappedMs = (most: number, more = ''): z.ZodDefault<z.ZodInt> =>
  z.int().min(0).default(defaultTimeoutMs).describe(`Capped at ${most}${more}`);

const defaultTimeoutMs = 5000;
