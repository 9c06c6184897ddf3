import type { Failure, JsonObject } from '@recourse/contract';
import { createHider, failByTable, tellAnswer } from '@recourse/upstream';
import type { LooseFail, UpstreamAnswer, UpstreamRequest } from '@recourse/upstream';
import { failAs } from './fail-as.ts';
import { findRule, scopeOf } from './find-rule.ts';
import type { MappingRule } from './mapping-rule.ts';
import { strictCodeOf } from './strict-code-of.ts';

export interface MapAnswerOptions {
  /** Tried in order; what none of them takes is by the table. */
  readonly rules: readonly MappingRule[];
  /** Which table: ours, or the contract's as it is printed. */
  readonly statuses: 'corrected' | 'strict';
  /** The arguments of the operation. */
  readonly params: JsonObject;
  /** Of the registry that knows the codes of the rules. */
  readonly fail: LooseFail;
  readonly now?: number;
  /** Every occurrence in anything the upstream said is replaced. */
  readonly secrets?: readonly string[];
}

/**
 * Turns an answer that is not a success into a failure: by the rules of an adapter, else by a table of statuses. A rule
 * chooses code and message; everything else known about the answer is kept.
 */
export const mapAnswer = (answer: UpstreamAnswer, request: UpstreamRequest, options: MapAnswerOptions): Failure => {
  const { rules, statuses, params, fail, now = Date.now() } = options;
  const hide = createHider(options.secrets);
  const told = tellAnswer(answer, request, { now, hide });
  const corrected = failByTable(told, fail);
  const known = { told, corrected, request, params, scope: scopeOf(answer, params), hide };
  const rule = findRule(answer, rules, params);
  const ruled = rule && failAs(fail, rule.code, rule.messageTemplate, known);
  if (ruled || statuses === 'corrected') return ruled ?? corrected;
  return failAs(fail, strictCodeOf(answer.status), undefined, known) ?? corrected;
};
