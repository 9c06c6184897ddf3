import type { Failure } from '@recourse/contract';
import { toCallToolResult } from '@recourse/contract/mcp';
import { recoveryMetaKey } from '../meta-keys.ts';
import type { Inferred } from '../rules/rule.ts';
import type { EndAnswer } from '../strategies/strategy.ts';
import type { Answer } from './answer.ts';
import type { End } from './end.ts';
import { explainSteps } from './explain.ts';
import type { Pending } from './pending.ts';
import type { Step } from './step.ts';

/** How a call ended, and everything that was done for it. */
export interface Recovered {
  readonly end: End;
  readonly why: string;
  /** The result for the caller: the server's own, or one of the client's. */
  readonly result?: object;
  /** The value that is thrown instead, if the last call brought no result. */
  readonly thrown?: unknown;
  /** The failure that it ended in. */
  readonly failure?: Failure;
  /** Set if the code of the failure was inferred from a server's words: which, and how far they can be relied on. */
  readonly inferred?: Inferred;
  /** The call as it waits for a person, if the caller asked for it with `suspend`. */
  readonly pending?: Pending;
  /** How many calls were sent, looks and next actions among them. */
  readonly calls: number;
  readonly steps: readonly Step[];
  /** Describes what was done and why. */
  explain(): string;
}

export interface Ending {
  readonly end: End;
  readonly why: string;
  readonly answer: Answer;
  readonly instead: EndAnswer | undefined;
  readonly failure: Failure | undefined;
  readonly inferred?: Inferred | undefined;
  readonly steps: readonly Step[];
  readonly calls: number;
}

/** The server's result stays as it was; how the call ended is described in its `_meta`. */
export const recovered = ({ end, why, answer, instead, failure, inferred, steps, calls }: Ending): Recovered => {
  const explain = (): string => explainSteps(steps);
  const own = resultOf(answer, instead);
  // An immediate success is passed on unchanged.
  if (own !== undefined && end === 'succeeded' && calls === 1) return { end, why, result: own, calls, steps, explain };
  const base = { end, why, calls, steps, explain, ...(failure && { failure }), ...(inferred && { inferred }) };
  if (own === undefined) return { ...base, thrown: (answer as { readonly thrown: unknown }).thrown };
  return { ...base, result: withEnd(own, base, instead) };
};

/**
 * The result with the end of its call. A result that cannot even be copied is not passed on: the failure replaces it.
 */
const withEnd = (
  own: object,
  { end, why, calls, failure, inferred }: Pick<Recovered, 'end' | 'why' | 'calls' | 'failure' | 'inferred'>,
  instead: EndAnswer | undefined,
): object => {
  // The result is the server's own: the code that was inferred from it is said beside it.
  const meaning = failure && inferred && { code: failure.code, recovery: failure.recovery, ...inferred };
  const said = { [recoveryMetaKey]: { end, why, calls, ...(meaning && { inferred: meaning }) } };
  try {
    const { content, _meta: meta } = own as { readonly content?: unknown; readonly _meta?: object };
    const more =
      instead?.kind === 'more' && Array.isArray(content) ? { content: [...content, ...instead.content] } : {};
    return { ...own, ...more, _meta: { ...meta, ...said } };
  } catch {
    const plain = failure && toCallToolResult(failure);
    return { ...plain, _meta: { ...plain?._meta, ...said } };
  }
};

const resultOf = (answer: Answer, instead: EndAnswer | undefined): object | undefined => {
  if (instead?.kind === 'result') return instead.result;
  if (instead?.kind === 'failure') return toCallToolResult(instead.failure);
  return 'result' in answer ? answer.result : undefined;
};
