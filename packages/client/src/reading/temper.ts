import { changeFailure, coreRegistry } from '@recourse/contract';
import type { Failure, NextAction } from '@recourse/contract';
import { cleanText, fits } from './limits.ts';
import type { ReadingLimits } from './limits.ts';

/**
 * Limits a failure to the parts of it that can be trusted. `retryable` is a ceiling that the code's own row sets; lists
 * that are too long are dropped; strings become single lines; an invalid time to wait is dropped.
 */
export const temper = (failure: Failure, limits: ReadingLimits, now: number): Failure => {
  const row = coreRegistry.find(failure.code, failure.namespace);
  const { next_actions: actions, similar, retry_after_ms: _, ...rest } = failure;
  const retryAfterMs = retryAfterOf(failure, now);
  const tempered = changeFailure(rest as Failure, {
    code: cleanText(failure.code, 128),
    message: cleanText(failure.message, limits.messageLength),
    hint: cleanText(failure.hint, limits.messageLength),
    correlation_id: cleanText(failure.correlation_id, 128),
    retryable: failure.retryable && row?.retryable !== false,
  });
  return {
    ...tempered,
    ...(actions && isOrdinary(actions, limits) && { next_actions: actions }),
    ...(similar && similar.length <= limits.similar && { similar }),
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
  };
};

const isOrdinary = (actions: readonly NextAction[], limits: ReadingLimits): boolean =>
  actions.length <= limits.nextActions &&
  actions.every(
    ({ tool, applied_when: applied }) =>
      tool.length <= 128 && (applied === undefined || applied.pointer.length <= 1_024),
  ) &&
  fits(actions, { ...limits, characters: 65_536, values: 2_000 });

/** The time that the failure names, or its details do: as a duration, or as the moment when a repetition can help. */
const retryAfterOf = ({ retry_after_ms: given, details }: Failure, now: number): number | undefined => {
  const { retry_after_seconds: seconds, resets_at: resetsAt, reopenable_at: reopenableAt } = details ?? {};
  const at = resetsAt ?? reopenableAt;
  const ends = typeof at === 'string' ? Date.parse(at) - now : undefined;
  const ms = given ?? (typeof seconds === 'number' ? seconds * 1_000 : ends);
  return ms !== undefined && Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined;
};
