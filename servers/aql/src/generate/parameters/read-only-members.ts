import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { DefineContext } from './define.ts';
import { simplify } from './simplify.ts';

const deepest = 3;

/** Whether a member, or a part of its `allOf`, is for answers alone. */
export const isReadOnly = (member: Json | undefined, context: DefineContext): boolean =>
  simplify(context.follow(member), { ...context, budget: { left: 0 } })['readOnly'] === true;

/** The paths of members that answers have and requests must not have, inside objects but not inside lists. */
export const readOnlyMembers = (schema: JsonObject, context: DefineContext, depth = deepest): readonly string[] => {
  const { properties } = simplify(schema, context);
  if (depth === 0 || !isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, given]) => {
    if (!/^[^\s.]{1,100}$/.test(name)) return [];
    if (isReadOnly(given, context)) return [name];
    return readOnlyMembers(context.follow(given), context, depth - 1).map((path) => `${name}.${path}`);
  });
};
