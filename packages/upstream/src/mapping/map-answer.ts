import { changeFailure } from '@recourse/contract';
import type { Failure, FailureOptions, JsonObject } from '@recourse/contract';
import type { UpstreamAnswer } from '../answers/answer.ts';
import { failByTable } from '../answers/classify-answer.ts';
import { failWithKnown } from '../answers/fail-with-known.ts';
import type { LooseFail } from '../answers/fail-with-known.ts';
import { createHider } from '../answers/secret-hider.ts';
import { tellAnswer } from '../answers/tell-answer.ts';
import type { Told } from '../answers/tell-answer.ts';
import type { UpstreamRequest } from '../request.ts';
import { findRule } from './find-rule.ts';
import type { MappingRule } from './mapping-rule.ts';
import { namedBy, renderMessage } from './render-message.ts';
import { strictCodeOf } from './strict-code-of.ts';

export interface MapAnswerOptions {
  /** Tried in order; what none of them takes is by the table. */
  readonly rules: readonly MappingRule[];
  /** Which table: ours, or the contract's as it is printed. */
  readonly statuses: 'corrected' | 'strict';
  /** What the operation was called with. */
  readonly params: JsonObject;
  /** Of the registry that knows the codes of the rules. */
  readonly fail: LooseFail;
  readonly now?: number;
  /** Every occurrence in anything the upstream said is replaced. */
  readonly secrets?: readonly string[];
}

/**
 * Turns an answer that is no success into a failure: by the rules of an adapter, else by a table of statuses. A rule
 * chooses code and message; what else is known about the answer, it keeps.
 */
export const mapAnswer = (answer: UpstreamAnswer, request: UpstreamRequest, options: MapAnswerOptions): Failure => {
  const { rules, statuses, params, fail, now = Date.now() } = options;
  const hide = createHider(options.secrets);
  const told = tellAnswer(answer, request, { now, hide });
  const corrected = failByTable(told, fail);
  const failAs = (code: string, named: JsonObject = {}, message?: string): Failure | undefined => {
    const kept = keptFrom(corrected, told.options);
    const made = failWithKnown(fail, code, detailsFor(code, told, request, named), {
      ...kept,
      ...(message !== undefined && { message }),
    });
    return made && withWait(made, told.limits);
  };

  const rule = findRule(answer, rules, params);
  const template = rule?.messageTemplate;
  const named = template === undefined ? {} : namedBy(template, params);
  const message =
    template === undefined ? undefined : renderMessage(template, { ...named, ...knownOf(told, request) }, hide);
  const ruled = rule && failAs(rule.code, named, message);
  return ruled ?? (statuses === 'strict' ? failAs(strictCodeOf(answer.status)) : undefined) ?? corrected;
};

/** Whatever code a failure has, the answer left behind what it left behind. */
const keptFrom = ({ effect, retry_after_ms }: Failure, options: FailureOptions): FailureOptions => ({
  ...options,
  effect,
  ...(retry_after_ms !== undefined && { retry_after_ms }),
});

/** All that is known; `reason` is what the upstream said. */
const knownOf = ({ said, limits }: Told, { resource }: UpstreamRequest): JsonObject => ({
  ...(resource?.type && { resource_type: resource.type }),
  ...(resource?.id && { resource_id: resource.id }),
  ...limits,
  ...said,
  ...(said.upstream_error && { reason: said.upstream_error }),
});

/** The most first. A code takes what it declares; where one of its fields means something else, less is tried. */
const detailsFor = (code: string, told: Told, request: UpstreamRequest, named: JsonObject): readonly JsonObject[] => {
  const known = knownOf(told, request);
  const { reason: _reason, ...others } = known;
  return [
    ...(code === told.code ? [{ ...named, ...told.details }, told.details] : []),
    { ...named, ...known },
    known,
    others,
  ];
};

/** A limit says when to come back, also where the code of an adapter has no field for it. */
const withWait = (failure: Failure, { retry_after_seconds: seconds }: JsonObject): Failure =>
  failure.category === 'rate_limit' && failure.retry_after_ms === undefined && typeof seconds === 'number'
    ? changeFailure(failure, { retry_after_ms: seconds * 1000 })
    : failure;
