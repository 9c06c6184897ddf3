import { changeFailure } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { planOf } from '../admit/plan.ts';
import { afterwards, defineStage } from '../stage.ts';
import type { Answering, Next, Stage } from '../stage.ts';
import { quotaExhausted } from './quota-answers.ts';
import type { QuotaRule } from './quota-rule.ts';
import type { ReservationRequest } from './quotas.ts';

export interface MeterOptions {
  /** The operator's rules for an operation, besides its own. */
  readonly rules?: (operation: string) => readonly QuotaRule[];
  readonly now?: () => number;
  /** The codes of the rules that refuse with one of their server's. */
  readonly refusalCodes?: readonly string[];
}

/**
 * Refuses calls that their tool holds off, and plans which quotas count the call. `admit` counts it; a stop is answered
 * here, a pause is asked about by `consent`, and a warning is added to the success.
 */
export const meter = ({ rules = () => [], now = Date.now, refusalCodes = [] }: MeterOptions = {}): Stage => {
  const stage = defineStage('meter', ['RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_QUOTA_EXHAUSTED'], (call, next) => {
    const operation = operationOf(call);
    const held = operation.hold?.(call.arguments);
    if (held) return changeFailure(held, { correlation_id: call.correlation_id, effect: 'none' });
    const further = rules(operation.name);
    const applicable = further.length === 0 ? operation.quotas : [...operation.quotas, ...further];
    const quotas: ReservationRequest[] = [];
    for (const rule of applicable) {
      const request = requestOf(call, operation.name, rule);
      if (request) quotas.push(request);
    }
    return quotas.length === 0 ? next(call) : counted(call, quotas, now, next);
  });
  return { ...stage, mayFailWith: [...stage.mayFailWith, ...refusalCodes] };
};

const counted = (call: Call, quotas: readonly ReservationRequest[], now: () => number, next: Next): Answering => {
  const plan = planOf(call);
  plan.quotas = quotas;
  return afterwards(next(call), (outcome) => {
    const { decision } = plan;
    const stopped = decision?.state === 'stopped' ? quotas[decision.quota] : undefined;
    return decision?.state === 'stopped' && stopped ? quotaExhausted(call, stopped, decision.standing, now()) : outcome;
  });
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

/** No principal has this name. */
const everybody = '*';
