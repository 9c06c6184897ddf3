import type { Json, JsonObject } from '@recourse/contract';
import type { UpstreamAnswer } from '@recourse/upstream';
import type { ConditionScope } from '../conditions/condition.ts';
import type { MappingRule } from './mapping-rule.ts';

/** The answer and the parameters as conditions and templates read them. */
export const scopeOf = ({ status, headers, body }: UpstreamAnswer, params: JsonObject): ConditionScope => ({
  response: { status, headers, body: body as Json | undefined },
  params,
});

/** Finds the first rule that applies to an answer. A rule may be about a success, for upstreams that refuse with a 200. */
export const findRule = (
  answer: UpstreamAnswer,
  rules: readonly MappingRule[],
  params: JsonObject,
): MappingRule | undefined => {
  const { status } = answer;
  const scope = scopeOf(answer, params);
  return rules.find(
    ({ statuses, condition }) =>
      (statuses.length === 0 || statuses.includes(status)) && (condition === undefined || condition.holds(scope)),
  );
};
