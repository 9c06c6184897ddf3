import { changeFailure, fail, warn } from '@recourse/contract';
import type { Failure, Outcome, Warning } from '@recourse/contract';
import type { Ask, Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { changeCall } from '../../call/change-call.ts';
import { defineStage } from '../stage.ts';
import type { Next, Stage } from '../stage.ts';
import type { QuotaRule } from './quota-rule.ts';
import type { Quotas, Reservation, ReservationRequest } from './quotas.ts';

export interface MeterOptions {
  readonly quotas: Quotas;
  /** The operator's rules for an operation, besides its own. */
  readonly rules?: (operation: string) => readonly QuotaRule[];
  readonly now?: () => number;
  /** The codes of the rules that refuse with one of their server's. */
  readonly refusalCodes?: readonly string[];
}

interface Counted {
  readonly request: ReservationRequest;
  readonly reservation: Reservation;
}

/**
 * Refuses what cannot be made just now, before it costs anything. Then counts the call against every quota that
 * applies: a stop refuses it, a pause asks, a warning rides on the success. What was counted is given back when the handler never started, or had no effect where only effects count.
 */
export const meter = ({ quotas, rules = () => [], now = Date.now, refusalCodes = [] }: MeterOptions): Stage => {
  const stage = defineStage('meter', ['RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_QUOTA_EXHAUSTED'], (call, next) => {
    const operation = operationOf(call);
    const held = operation.hold?.(call.arguments);
    // Nothing was done: a key is released, and a token stays good.
    if (held) return Promise.resolve(changeFailure(held, { correlation_id: call.correlation_id, effect: 'none' }));
    const further = rules(operation.name);
    const applicable = further.length === 0 ? operation.quotas : [...operation.quotas, ...further];
    return applicable.length === 0 ? next(call) : countIn(call, applicable, { quotas, now }, next);
  });
  return { ...stage, mayFailWith: [...stage.mayFailWith, ...refusalCodes] };
};

const countIn = async (
  call: Call,
  applicable: readonly QuotaRule[],
  { quotas, now }: { readonly quotas: Quotas; readonly now: () => number },
  next: Next,
): Promise<Outcome> => {
  const operation = operationOf(call);
  const counted: Counted[] = [];
  let outcome: Outcome | undefined;
  try {
    for (const rule of applicable) {
      const request = requestOf(call, operation.name, rule);
      if (!request) continue;
      const reservation = await quotas.reserve(request);
      if (reservation.over === 'stop') return (outcome = exhausted(call, request, reservation, now()));
      counted.push({ request, reservation });
    }
    // Mostly all is well, and nothing is to be said or asked.
    if (counted.every(({ reservation }) => reservation.over === 'none')) return (outcome = await next(call));
    const asks = counted.flatMap((entry) => askFor(entry, quotas));
    outcome = await next(asks.length > 0 ? changeCall(call, { asks: [...call.asks, ...asks] }) : call);
    return withWarnings(outcome, counted);
  } finally {
    for (const { request, reservation } of counted) {
      if (!isSpent(call, request.rule, outcome)) await quotas.giveBack(reservation.id).catch(() => undefined);
    }
  }
};

const requestOf = (call: Call, operation: string, rule: QuotaRule): ReservationRequest | undefined => {
  const key = rule.key ? rule.key(call.arguments) : '';
  if (key === undefined) return undefined;
  return {
    principal: rule.everybody ? everybody : call.principal.id,
    operation: rule.scope === undefined ? operation : `scope ${rule.scope}`,
    key,
    rule,
  };
};

/** No principal is called so. */
const everybody = '*';

/** Whether the call stays counted. */
const isSpent = (call: Call, rule: QuotaRule, outcome: Outcome | undefined): boolean => {
  if (!call.state.started) return false;
  return rule.count === 'attempts' || !outcome || outcome.ok || outcome.effect !== 'none';
};

const askFor = ({ request, reservation }: Counted, quotas: Quotas): readonly Ask[] => {
  const { metric, pause, stop } = request.rule;
  if (reservation.over !== 'pause' || pause === undefined) return [];
  return [
    {
      kind: 'quota',
      reasons: [`${metric} is ${reservation.current}, and a pause is set after ${pause}`],
      quota: {
        metric,
        current: reservation.current,
        pause_threshold: pause,
        ...(stop !== undefined && { hard_stop_threshold: stop }),
        grant: () => quotas.grant(request),
      },
    },
  ];
};

const withWarnings = (outcome: Outcome, counted: readonly Counted[]): Outcome => {
  if (!outcome.ok) return outcome;
  const warnings = counted.flatMap(({ request, reservation }): readonly Warning[] => {
    const { metric, warn: threshold, pause, stop } = request.rule;
    if (reservation.over === 'none' || threshold === undefined) return [];
    return [
      warn('RATE_LIMIT_QUOTA_WARNING', {
        metric,
        current: reservation.current,
        warn_threshold: threshold,
        pause_threshold: pause,
        hard_stop_threshold: stop,
      }),
    ];
  });
  return warnings.length > 0 ? { ...outcome, warnings: [...outcome.warnings, ...warnings] } : outcome;
};

const exhausted = (call: Call, { rule, key }: ReservationRequest, reservation: Reservation, now: number): Failure => {
  const { correlation_id } = call;
  const { current, resets_at: resetsAt } = reservation;
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
