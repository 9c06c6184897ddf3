import { fail, isJsonObject } from '@recourse/contract';
import type { Effect, Failure, JsonObject, NextAction, Similar } from '@recourse/contract';
import type { Recovered } from '../calling/recovered.ts';
import type { Inferred } from '../rules/rule.ts';
import { whatToDo } from './what-to-do.ts';
import type { FailedEnd } from './what-to-do.ts';
import { whatWasDone } from './what-was-done.ts';
import { Withheld } from '../reading/withheld.ts';

/** The description of a failed call for a model: everything that it can act on, and no secrets. */
export interface ToldFailure {
  readonly end: FailedEnd;
  readonly code: string;
  readonly message: string;
  /** The effects of the call. */
  readonly effect: Effect;
  /** The recovery steps that were taken before the model was told. */
  readonly done: string;
  /** The model's next step. */
  readonly todo: string;
  /** Set if the code is inferred from words of the tool: which words, and how far they can be relied on. */
  readonly inferred?: Inferred;
  /** The server's advice; absent if it would bypass the person or lead to a repetition. */
  readonly hint?: string;
  readonly details?: JsonObject;
  readonly next_actions?: readonly NextAction[];
  readonly similar?: readonly Similar[];
  readonly retry_after_ms?: number;
  /** Other text of the tool: its own words, or the result of a lookup. */
  readonly said?: string;
  readonly correlation_id: string;
}

const mostSaid = 16_384;

/** Describes to a model how an unsuccessful call ended. */
export const tellFailure = (recovered: Recovered): ToldFailure => {
  const end = recovered.end as FailedEnd;
  // Without a failure there was no answer: the call was cancelled, usually before anything was sent.
  const failure =
    recovered.failure ?? fail('CALL_CANCELLED', {}, { effect: recovered.calls === 0 ? 'none' : 'unknown' });
  const { details, next_actions: actions = [], similar, retry_after_ms: retryAfterMs } = failure;
  const withheld = new Withheld(failure);
  const said = withheld.text(saidBesides(recovered, failure));
  const isFinal = end === 'denied' || end === 'cancelled';
  const mayDo = isFinal ? [] : withheld.actions(actions);
  const shown = withheld.details(details ?? {});
  return {
    end,
    code: end === 'denied' ? 'CONFIRMATION_DENIED' : failure.code,
    message: end === 'denied' ? 'The person did not say yes' : withheld.text(failure.message),
    effect: failure.effect,
    done: whatWasDone(recovered.steps),
    todo: whatToDo(end, failure, recovered.inferred !== undefined),
    ...(recovered.inferred && { inferred: recovered.inferred }),
    ...(isAdvice(end, failure) && { hint: withheld.text(failure.hint) }),
    ...(!isFinal && Object.keys(shown).length > 0 && { details: shown }),
    ...(mayDo.length > 0 && { next_actions: mayDo }),
    ...(!isFinal && similar && similar.length > 0 && { similar }),
    ...(retryAfterMs !== undefined && !isFinal && { retry_after_ms: retryAfterMs }),
    ...(said !== '' && !isFinal && { said }),
    correlation_id: failure.correlation_id,
  };
};

/** A hint to confirm is only for callers who may confirm, and a hint to repeat only for those who may repeat. */
const isAdvice = (end: FailedEnd, { hint, recovery }: Failure): boolean =>
  hint !== '' && recovery !== 'confirm' && (end === 'handed_over' || end === 'needs_person');

/** The text blocks of the answer. The first one of an envelope is the failure itself, which is told already. */
const saidBesides = ({ result, steps }: Recovered, { message }: Failure): string => {
  const { content } = (result ?? {}) as { readonly content?: unknown };
  const texts = (Array.isArray(content) ? content : []).flatMap((block: unknown) =>
    isJsonObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : [],
  );
  const source = steps.findLast((step) => step.kind === 'failure')?.source;
  const besides = (source === 'prose' || source === 'inferred' || source === 'unreadable' ? texts : texts.slice(1))
    .join('\n')
    .trim();
  const isTold = besides === message;
  return isTold ? '' : besides.length > mostSaid ? `${besides.slice(0, mostSaid)}…` : besides;
};
