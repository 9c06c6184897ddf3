import { z } from 'zod';
import { match } from '../reading/describe-match.ts';
import { mostBudget } from '../reading/snapshot/fit.ts';
import { furtherCall } from '../reading/snapshot/snapshot-answer.ts';
import type { FurtherCall } from '../reading/snapshot/snapshot-answer.ts';

/** The output of tools that find elements. */
export const matchesOutput = z.object({
  surface_id: z.string(),
  matches: z.array(match),
  count: z.int(),
  truncated: z.int().optional(),
  more: furtherCall.optional(),
});

interface FindingCall {
  readonly tool: string;
  readonly arguments: { readonly limit: number; readonly budgetTokens: number };
  readonly mostMatches: number;
}

const longestRepeated = 200;

/** The same call with room for four times as much; undefined if a call cannot ask for more, or is too long to repeat. */
export const moreMatches = ({ tool, arguments: given, mostMatches }: FindingCall): FurtherCall | undefined => {
  const limit = Math.min(mostMatches, 4 * given.limit);
  const budgetTokens = Math.min(mostBudget, 4 * given.budgetTokens);
  if (limit === given.limit && budgetTokens === given.budgetTokens) return undefined;
  // A long condition would take the room of the matches.
  if (JSON.stringify(given).length > longestRepeated) return undefined;
  const entries = Object.entries({ ...given, limit, budgetTokens }).filter(([, value]) => value !== undefined);
  return {
    tool,
    arguments: Object.fromEntries(entries),
    why: 'Shows more of the matches.',
  };
};
