import { z } from 'zod';

export const budgetOutput = z.object({
  budget_tokens: z.int(),
  spent: z.int(),
  remaining: z.int(),
  over_budget: z.boolean(),
  near_budget: z.boolean(),
});

/** How much of its budget a recording has used; undefined if it has none. */
export const budgetOf = (
  budget_tokens: number | undefined,
  spent: number,
  warnThreshold: number,
): z.output<typeof budgetOutput> | undefined =>
  budget_tokens === undefined
    ? undefined
    : {
        budget_tokens,
        spent,
        remaining: Math.max(0, budget_tokens - spent),
        over_budget: spent > budget_tokens,
        near_budget: spent >= budget_tokens * warnThreshold,
      };

/** The share of the budget from which a recording is near it. Set by trace_start. */
export const warning = { threshold: 0.8 };
