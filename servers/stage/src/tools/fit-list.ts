import { z } from 'zod';
import { envelopeTokens, fit, mostBudget } from '../reading/snapshot/fit.ts';
import { furtherCall } from '../reading/snapshot/snapshot-answer.ts';
import type { FurtherCall } from '../reading/snapshot/snapshot-answer.ts';
import { countTokens } from '../tokens/count-tokens.ts';

/** Output fields of a list that may be cut: how many entries are missing, and the call that shows them. */
export const cutOutput = { omitted: z.int().optional(), more: furtherCall.optional() };

/** Makes an answer with as many of the entries as its budget has room for, the first ones first. */
export const fitList = <Entry, Answer extends object>(
  entries: readonly Entry[],
  budget: number,
  answer: (shown: readonly Entry[], omitted: number) => Answer,
): Answer => {
  const around = countTokens(JSON.stringify(answer([], entries.length)));
  const costs = entries.map((entry) => countTokens(`${JSON.stringify(entry)},`));
  const answerWith = (count: number): Answer => answer(entries.slice(0, count), entries.length - count);
  let shown = 0;
  let made = fit(budget, (tokens) => {
    let left = tokens - around;
    const room = costs.findIndex((cost) => (left -= cost) < 0);
    shown = room < 0 ? entries.length : room;
    return answerWith(shown);
  });
  // An entry may take less in the answer than by itself.
  while (shown < entries.length) {
    const larger = answerWith(shown + 1);
    if (countTokens(JSON.stringify(larger)) > budget - envelopeTokens) break;
    made = larger;
    shown += 1;
  }
  return made;
};

interface ListCall {
  readonly tool: string;
  readonly arguments: { readonly budgetTokens: number };
}

/** The fields for entries that are missing: their number, and the same call with room for four times as much. */
export const cutFields = (
  omitted: number,
  { tool, arguments: given }: ListCall,
): { omitted?: number; more?: FurtherCall } => {
  if (omitted === 0) return {};
  const budget = given.budgetTokens;
  if (budget >= mostBudget) return { omitted };
  const wanted = { ...given, budgetTokens: Math.min(mostBudget, 4 * budget) };
  const present = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return { omitted, more: { tool, arguments: Object.fromEntries(present), why: 'Shows more of the list.' } };
};
