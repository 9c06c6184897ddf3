import type { JsonObject } from '@recourse/contract';
import type { Parameter } from '../../adapter/adapter.ts';
import { queryPairs } from './query.ts';

/** The `cookie` header of an operation's parameters, or none. Values are encoded, so that none can end its pair. */
export const cookieHeader = (
  parameters: readonly Parameter[],
  given: JsonObject,
): readonly (readonly [string, string])[] => {
  const pairs = parameters.flatMap((parameter) => queryPairs(parameter, given[parameter.name]));
  return pairs.length > 0 ? [['cookie', pairs.join('; ')]] : [];
};
