import type { Json, JsonObject } from '@recourse/contract';
import type { UpstreamAnswer } from '../answers/answer.ts';
import type { MappingRule } from './mapping-rule.ts';

/** The first rule that an answer falls under. A rule may be about a success, for upstreams that refuse with a 200. */
export const findRule = (
  { status, headers, body }: UpstreamAnswer,
  rules: readonly MappingRule[],
  params: JsonObject,
): MappingRule | undefined => {
  const scope = { response: { status, headers, body: body as Json | undefined }, params };
  return rules.find(
    ({ statuses, condition }) =>
      (statuses.length === 0 || statuses.includes(status)) && (condition === undefined || condition.holds(scope)),
  );
};
