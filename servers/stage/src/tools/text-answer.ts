import { z } from 'zod';
import { envelopeTokens, defaultBudget } from '../reading/snapshot/fit.ts';
import { pageOfText } from '../reading/text-page.ts';
import { furtherCall } from '../reading/snapshot/snapshot-answer.ts';
import type { FurtherCall } from '../reading/snapshot/snapshot-answer.ts';
import { countTokens } from '../tokens/count-tokens.ts';
import { budgetTokens } from './reading-fields.ts';

/** Input fields of tools whose answer is one string, which may be long. */
export const textInput = {
  offset: z.int().min(0).default(0).describe('Offset of the first character to return.'),
  budgetTokens,
};

export const textOutput = {
  length: z.int(),
  more: furtherCall.optional(),
};

/** Room for the names of the fields and for the call that continues. */
const fieldTokens = 100;

interface TextCall {
  readonly tool: string;
  /** The element that was read. It is shorter than the selector that found it. */
  readonly ref: number;
  readonly arguments: {
    readonly sessionId?: string | undefined;
    readonly name?: string | undefined;
    readonly offset: number;
    readonly budgetTokens: number;
  };
}

/** The part of a string that fits the budget of a call, with the call that continues after it. */
export const answerText = (text: string, call: TextCall): { part: string; length: number; more?: FurtherCall } => {
  const { offset, budgetTokens: budget, sessionId, name } = call.arguments;
  const nameTokens = name === undefined ? 0 : countTokens(JSON.stringify(name));
  const room = Math.max(1, budget - envelopeTokens - fieldTokens - nameTokens);
  const { text: part, nextOffset } = pageOfText(text, offset, room);
  if (nextOffset === undefined) return { part, length: text.length };
  const next = {
    ref: call.ref,
    offset: nextOffset,
    ...(sessionId !== undefined && { sessionId }),
    ...(name !== undefined && { name }),
    ...(budget !== defaultBudget && { budgetTokens: budget }),
  };
  return { part, length: text.length, more: { tool: call.tool, arguments: next, why: 'Shows the next part.' } };
};
