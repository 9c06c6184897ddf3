import type { Effect } from '@recourse/contract';
import { failInferred } from '../rules/fail-inferred.ts';
import { inferDisguised, inferFailure } from '../rules/infer.ts';
import type { RuleSet } from '../rules/infer.ts';
import { cleanText } from './limits.ts';
import type { ReadingLimits } from './limits.ts';
import type { Reading } from './reading.ts';

/** The rules by which words of a server that does not know the contract are read, and the tool that was called. */
export interface Rules {
  readonly tool: string;
  readonly sets: readonly RuleSet[];
}

export interface Words {
  readonly text: string;
  readonly number?: number | undefined;
  /** The effect as far as it is known without the words. They say nothing about it. */
  readonly effect: Effect;
}

/** Reads the words of a failure by rules; undefined if no rule knows them. */
export const readInferred = (
  { text, number, effect }: Words,
  { tool, sets }: Rules,
  limits: ReadingLimits,
): Reading | undefined => {
  const found = inferFailure({ tool, text, number }, sets);
  if (!found) return undefined;
  const { code, inferred, retryAfterMs } = found;
  const message = cleanText(text, limits.messageLength);
  return {
    source: 'inferred',
    replayed: false,
    failure: failInferred(code, { message, effect, retryAfterMs }),
    inferred: { ...inferred, words: cleanText(inferred.words, 200) },
  };
};

/** Reads an answer that its server calls a success by an operator's rule for that tool; undefined if there is none. */
export const readDisguised = (text: string, { tool, sets }: Rules, limits: ReadingLimits): Reading | undefined => {
  const found = inferDisguised(tool, text, sets);
  if (!found) return undefined;
  const known = { message: cleanText(text, limits.messageLength), effect: 'unknown', retryAfterMs: undefined } as const;
  return {
    source: 'disguised',
    replayed: false,
    failure: failInferred(found.code, known),
    inferred: { ...found.inferred, words: cleanText(found.inferred.words, 200) },
  };
};
