import type { Reading } from '../reading/reading.ts';
import type { EndAnswer } from '../strategies/strategy.ts';
import { deriveKey } from '../keys/derive-key.ts';
import type { End } from './end.ts';
import { mayRepeat } from './may-repeat.ts';
import type { AfterLook, Facts, State, StateEvent } from './state.ts';

type Failed = Extract<StateEvent, { readonly kind: 'failed' }>;
type Repeated = Extract<StateEvent, { readonly kind: 'repeated' }>;

/**
 * The next state of a call. It never chooses a new key: a call in doubt is repeated unchanged, with its original key.
 * An event that does not belong to a state does not change it.
 */
export const transition = (state: State, event: StateEvent): State => {
  if (state.kind === 'ended') return state;
  if (event.kind === 'stopped') return ended(state, event.end, event.why, event.answer);
  if (state.kind === 'sending') {
    if (event.kind === 'succeeded') return succeeded(state);
    return event.kind === 'failed' ? afterFailure(state, event) : state;
  }
  if (state.kind === 'deciding') return event.kind === 'repeated' ? afterMove(state, event) : state;
  if (state.kind === 'asking')
    return event.kind === 'waited' ? { ...factsOf(state), kind: 'sending', isAsk: true } : state;
  if (event.kind !== 'looked') return state;
  if (event.shows === 'effect') return ended({ ...state, inDoubt: false }, 'verified', event.why, event.answer);
  const { otherwise } = state;
  if (otherwise.kind === 'applied') return ended(state, 'verified', 'the server has established that it took effect');
  return otherwise.kind === 'ask'
    ? ask(state, otherwise.notBeforeMs)
    : ended(state, 'in_doubt', `${event.why}, and ${otherwise.why}`);
};

/** Avoids copies of copies, because nearly every call takes only this path. */
const succeeded = ({ outgoing, firstKey, key, partly, parts, asks, told }: Facts): State => {
  const inParts = parts.length > 0;
  return {
    kind: 'ended',
    end: 'succeeded',
    why: inParts ? doneInParts : 'the call did what was requested',
    answer: inParts ? { kind: 'more', content: parts } : undefined,
    outgoing,
    firstKey,
    key,
    partly,
    parts,
    asks,
    told,
    inDoubt: false,
    last: undefined,
  };
};

const doneInParts = 'the call did what was requested in several parts; the content of the last answer comes first';

const afterFailure = (state: Facts, { reading, reads, keyed, announced, repeatable }: Failed): State => {
  const { failure, replayed, source } = reading;
  const isDone = failure.effect === 'partial' || failure.effect === 'applied';
  const opens = failure.effect === 'unknown' || isRunning(reading) || isLost(reading);
  // A refusal says nothing about earlier attempts. A stored outcome does, and so does an effect.
  const inDoubt = !reads && (opens || (state.inDoubt && !replayed && !isDone));
  const facts = { ...factsOf(state), inDoubt, partly: state.partly || (!opens && isDone), last: reading };
  if (announced && keyed && wasApplied(reading)) return look(facts, { kind: 'applied' });
  if (!inDoubt) return { ...facts, kind: 'deciding', keyed };
  if (source === 'disguised' && !announced)
    return ended(facts, 'in_doubt', 'the answer reads like a failure, but the server does not mark it as one');
  if (!keyed && repeatable && isPassing(reading)) return { ...facts, kind: 'deciding', keyed };
  if (!keyed) return look(facts, { kind: 'stop', why: whyNotAgain(reading) });
  if (!opens) return isPassing(reading) ? ask(facts, failure.retry_after_ms) : { ...facts, kind: 'deciding', keyed };
  if (isRunning(reading)) {
    const next: AfterLook = { kind: 'ask', notBeforeMs: failure.retry_after_ms };
    return isTurnToLook(state.asks) && failure.next_actions ? look(facts, next) : ask(facts, failure.retry_after_ms);
  }
  const isFinal = isLost(reading)
    ? !failure.retryable
    : replayed || (!failure.retryable && !mayTellMore(reading, state));
  return look(
    { ...facts, told: state.told || !failure.retryable },
    isFinal
      ? { kind: 'stop', why: 'the server cannot determine the outcome' }
      : { kind: 'ask', notBeforeMs: failure.retry_after_ms },
  );
};

const afterMove = (state: State & { readonly kind: 'deciding' }, { move, content }: Repeated): State => {
  const refusal = mayRepeat(state, move);
  if (refusal) return ended(state, refusal.end, refusal.why);
  const { outgoing, firstKey } = state;
  const request = move.request ?? outgoing.request;
  const before = keepsConfirmation(state) ? outgoing : undefined;
  const next = {
    request,
    instead: move.instead ?? before?.instead,
    token: move.token ?? before?.token,
    why: move.afterMs > 0 ? undefined : move.why,
  };
  const facts: Facts = { ...factsOf(state), outgoing: next };
  if (!move.remaining) return { ...facts, kind: 'sending', isAsk: false };
  const key = firstKey === undefined ? undefined : deriveKey(firstKey, request.name, request.arguments);
  return { ...facts, key, parts: [...state.parts, ...content], kind: 'sending', isAsk: false };
};

/**
 * Whether the confirmation of the last call confirms the next one: no server has seen it, or it led to nothing, and a
 * server of the contract keeps it until it expires. Without this the person would be asked the same question again.
 */
const keepsConfirmation = ({ last: { source, failure }, keyed }: State & { readonly kind: 'deciding' }): boolean =>
  source === 'transport' ||
  (keyed && failure.effect === 'none' && (failure.recovery === 'retry' || failure.recovery === 'wait'));

const look = (facts: Facts & { readonly last: Reading }, otherwise: AfterLook): State => ({
  ...facts,
  kind: 'looking',
  otherwise,
});

const ask = (facts: Facts, notBeforeMs: number | undefined): State => ({
  ...factsOf(facts),
  kind: 'asking',
  notBeforeMs,
  outgoing: { ...facts.outgoing, why: undefined },
  asks: facts.asks + 1,
});

/**
 * The only place where a call ends. A call in doubt ends in doubt; if a part is done, the caller gets what is known
 * about it.
 */
const ended = (facts: Facts, end: End, why: string, answer?: EndAnswer): State => ({
  ...factsOf(facts),
  kind: 'ended',
  end: facts.inDoubt ? 'in_doubt' : facts.partly && !tellsOfParts.has(end) ? 'handed_over' : end,
  why,
  answer: answer ?? (facts.parts.length > 0 ? { kind: 'more', content: facts.parts } : undefined),
});

/** The ends that do not mean that nothing was done. */
const tellsOfParts: ReadonlySet<End> = new Set(['succeeded', 'verified', 'handed_over', 'needs_person', 'in_doubt']);

const factsOf = (state: Facts): Facts => {
  const { outgoing, firstKey, key, inDoubt, partly, parts, asks, told, last } = state;
  return { outgoing, firstKey, key, inDoubt, partly, parts, asks, told, last };
};

/** A server that does not know the effect is asked once whether it can find out, unless it refers to a person. */
const mayTellMore = ({ source, failure: { recovery } }: Reading, { told }: Facts): boolean =>
  !told && (source === 'contract' || source === 'dialect') && recovery !== 'report' && recovery !== 'authorize';

const isRunning = ({ failure }: Reading): boolean =>
  failure.code === 'CONFLICT_IN_FLIGHT' && failure.namespace === null;

const isLost = ({ failure }: Reading): boolean =>
  failure.code === 'CONFLICT_OUTCOME_UNKNOWN' && failure.namespace === null;

/** A handler may hang after its effect. Lookups cost attempts, so they are made less and less often. */
const isTurnToLook = (asks: number): boolean => asks >= 2 && (asks & (asks - 1)) === 0;

/** The server knows that the call took effect, but has no answer for it. */
const wasApplied = ({ failure }: Reading): boolean =>
  failure.code === 'CONFLICT_ALREADY_APPLIED' && failure.namespace === null && failure.effect === 'applied';

/** A refusal that waiting resolves, without any action. */
const isPassing = ({ failure: { recovery, retryable, code } }: Reading): boolean =>
  (recovery === 'retry' && retryable) ||
  (recovery === 'wait' && (retryable || code === 'CONFIRMATION_REQUIRED' || code === 'RATE_LIMIT_QUOTA_PAUSE'));

const whyNotAgain = ({ source }: Reading): string =>
  source === 'prose' || source === 'inferred'
    ? 'the server describes the problem only as text'
    : 'a retry could do it twice, because the server does not honour idempotency keys';
