import type { Failure } from '@recourse/contract';
import { recoveryMetaKey } from '../meta-keys.ts';
import type { EndAnswer } from '../strategies/strategy.ts';
import type { Answer } from './answer.ts';
import type { End } from './end.ts';
import { explainSteps } from './explain.ts';
import type { Step } from './step.ts';

/** How a call ended, and everything that was done for it. */
export interface Recovered {
  readonly end: End;
  readonly why: string;
  /** What the caller is given: the server's own result, or one of the client's. */
  readonly result?: object;
  /** What is thrown instead, where the last call brought no result. */
  readonly thrown?: unknown;
  /** The last failure that was read. */
  readonly failure?: Failure;
  readonly steps: readonly Step[];
  /** What was done and why, in words. */
  explain(): string;
}

export interface Ending {
  readonly end: End;
  readonly why: string;
  readonly answer: Answer;
  readonly instead: EndAnswer | undefined;
  readonly failure: Failure | undefined;
  readonly steps: readonly Step[];
  readonly calls: number;
}

/** The server's result stays as it was; how the call ended is said in its `_meta`. */
export const recovered = ({ end, why, answer, instead, failure, steps, calls }: Ending): Recovered => {
  const base = { end, why, steps, explain: () => explainSteps(steps), ...(failure && { failure }) };
  const own = instead?.kind === 'result' ? instead.result : 'result' in answer ? answer.result : undefined;
  if (own === undefined) return { ...base, thrown: (answer as { readonly thrown: unknown }).thrown };
  // What succeeded at once is given on as it came.
  if (end === 'succeeded' && calls === 1) return { ...base, result: own };
  const { content, _meta: meta } = own as { readonly content?: unknown; readonly _meta?: object };
  const more = instead?.kind === 'more' && Array.isArray(content) ? { content: [...content, ...instead.content] } : {};
  return { ...base, result: { ...own, ...more, _meta: { ...meta, [recoveryMetaKey]: { end, why, calls } } } };
};
