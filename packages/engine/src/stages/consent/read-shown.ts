import { changeFailure, fail, fromUnknown, isFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { inCall } from '../../call/call-context.ts';
import type { Call } from '../../call/call.ts';
import type { Facts } from '../../call/facts.ts';
import { invalidOutput } from '../../outcome/invalid-output.ts';
import { soundFailure } from '../../outcome/sound-failure.ts';
import { redact } from '../../redaction/redact.ts';
import { sensitiveValues } from '../../redaction/sensitive-fields.ts';
import { defaultTimeouts } from '../../settings/settings.ts';
import type { TimeoutSettings } from '../../settings/settings.ts';
import type { Operation } from '../../tool/operation.ts';
import { HandlerContext } from '../run/handler-context.ts';
import type { HandlerMeans } from '../run/handler-context.ts';
import { LazyAbort } from '../run/lazy-abort.ts';
import { factProblems } from './fact-problems.ts';

/** The facts of a question: as they are, for the digest and the handler, and as people may see them. */
export interface Shown {
  readonly facts: Facts;
  readonly visible: Facts;
}

/**
 * Reads the facts that an operation's question states; undefined if it states none. A failure, a throw, a time-out and
 * facts that cannot be shown all refuse the call. Nothing has run yet, so none of them has an effect.
 */
export const readShown = async (
  call: Call,
  operation: Operation,
  timeouts: Partial<TimeoutSettings>,
): Promise<Shown | Failure | undefined> => {
  if (!operation.confirmation.shown) return undefined;
  const read = await readWithin(call, operation, { ...defaultTimeouts, ...timeouts });
  if (isFailure(read)) return read;
  const problems = factProblems(read);
  if (problems.length > 0) {
    const message = `The values to show in the confirmation question for '${operation.name}' are invalid, so the question cannot be asked`;
    return invalidOutput(call, { problems, message, effect: 'none' });
  }
  const facts = { ...(read as Facts) };
  return { facts, visible: visibleFacts(call, operation, facts) };
};

const readWithin = async (call: Call, operation: Operation, timeouts: TimeoutSettings): Promise<unknown> => {
  const context = { correlation_id: call.correlation_id, effect: 'none' as const };
  const { signal: cancelled } = call.request;
  const about = { operation: operation.name };
  if (cancelled?.aborted) return fail('CALL_CANCELLED', about, context);
  const timeoutMs = Math.min(timeouts.defaultMs, timeouts.maxMs);
  const startedAt = performance.now();
  const timing = { timeLeft: () => Math.max(0, timeoutMs - (performance.now() - startedAt)) };
  const abort = new LazyAbort();
  let timer: NodeJS.Timeout | undefined;
  let cancel = (): void => undefined;
  const stopped = new Promise<Failure>((resolve) => {
    const stop = (failure: Failure): void => {
      resolve(failure);
      // Listeners of the author are code of the call.
      inCall(call, () => abort.abort(new Error(failure.message)));
    };
    timer = setTimeout(
      () => stop(fail('INTERNAL_TIMEOUT', { ...about, timeout_ms: timeoutMs }, { ...context, retryable: true })),
      timeoutMs,
    );
    cancel = () => stop(fail('CALL_CANCELLED', about, context));
    cancelled?.addEventListener('abort', cancel, { once: true });
  });
  try {
    return await Promise.race([stopped, authored(call, operation, { abort, client: undefined, timing })]);
  } finally {
    clearTimeout(timer);
    cancelled?.removeEventListener('abort', cancel);
  }
};

/** Calls the author's function. It returns facts, or a failure with a code that the operation declares. */
const authored = async (call: Call, operation: Operation, means: HandlerMeans): Promise<unknown> => {
  const context = { correlation_id: call.correlation_id, effect: 'none' as const };
  try {
    const given = new HandlerContext(call, operation, means);
    const answer = await inCall(call, () => operation.confirmation.shown?.(call.arguments, given));
    if (!isFailure(answer)) return answer;
    const failure = changeFailure(soundFailure(answer), context);
    if (operation.errors.has(failure.code)) return (call.state.refusal = failure);
    const cause = new Error(`'shown' of '${operation.name}' failed with ${failure.code}, which it does not declare`);
    return fail('INTERNAL_ERROR', {}, { ...context, cause_class: 'UndeclaredCode', cause });
  } catch (thrown) {
    return fromUnknown(thrown, context);
  }
};

/** Secrets are masked in the question; the digest still covers them. */
const visibleFacts = (call: Call, operation: Operation, facts: Facts): Facts =>
  redact(facts, {
    sensitive: (operation.confirmation.sensitive ?? []).map((name) => `/${name}`),
    values: sensitiveValues(call.arguments, operation.sensitive),
  }) as Facts;
