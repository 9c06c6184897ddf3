import { changeFailure, fail, warn } from '@recourse/contract';
import type { Failure, Outcome, Warning } from '@recourse/contract';
import type { Ask, Call } from '../../call/call.ts';
import type { ReservationRequest, Standing } from './quotas.ts';

/** The questions that paused quotas ask. */
export const quotaAsks = (quotas: readonly ReservationRequest[], standings: readonly Standing[]): readonly Ask[] =>
  quotas.flatMap(({ rule: { metric, pause, stop } }, index): readonly Ask[] => {
    const standing = standings[index];
    if (standing?.over !== 'pause' || pause === undefined) return [];
    return [
      {
        kind: 'quota',
        reasons: [`${metric} is ${standing.current}; calls are paused above ${pause}`],
        quota: {
          metric,
          current: standing.current,
          pause_threshold: pause,
          ...(stop !== undefined && { hard_stop_threshold: stop }),
        },
      },
    ];
  });

/** A success with the warnings of its quotas. */
export const withQuotaWarnings = (
  outcome: Outcome,
  quotas: readonly ReservationRequest[],
  standings: readonly Standing[],
): Outcome => {
  // Most calls are below every threshold.
  if (!outcome.ok || standings.every(({ over }) => over === 'none')) return outcome;
  const warnings = quotas.flatMap(({ rule }, index): readonly Warning[] => {
    const { metric, warn: threshold, pause, stop } = rule;
    const standing = standings[index];
    if (!standing || standing.over === 'none' || threshold === undefined) return [];
    return [
      warn('RATE_LIMIT_QUOTA_WARNING', {
        metric,
        current: standing.current,
        warn_threshold: threshold,
        pause_threshold: pause,
        hard_stop_threshold: stop,
      }),
    ];
  });
  return warnings.length > 0 ? { ...outcome, warnings: [...outcome.warnings, ...warnings] } : outcome;
};

/** The refusal of a call that a quota stops. */
export const quotaExhausted = (
  call: Call,
  { rule, key }: ReservationRequest,
  { current, resets_at: resetsAt }: Standing,
  now: number,
): Failure => {
  const { correlation_id } = call;
  const limit = rule.stop ?? current;
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt - now) / 1000));
  if (rule.refusal) {
    const own = rule.refusal.fail({ key, limit, windowMs: rule.windowMs, resetsAt, retryAfterSeconds });
    return changeFailure(own, { correlation_id, effect: 'none' });
  }
  return fail(
    'RATE_LIMIT_QUOTA_EXHAUSTED',
    {
      metric: rule.metric,
      current,
      hard_stop_threshold: limit,
      remaining: 0,
      resets_at: new Date(resetsAt).toISOString(),
      retry_after_seconds: retryAfterSeconds,
    },
    { correlation_id },
  );
};
