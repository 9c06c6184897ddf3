import { ok, type Answer } from '../answers/answer.ts';
import { Refusal, requiresAuthentication } from '../answers/refusal.ts';
import { isObject } from '../input/read-input.ts';
import type { Call } from '../rest/call.ts';

/** Answers a query over the forge's state. The language is loaded with the first one. */
export async function postGraphql(call: Call): Promise<Answer> {
  const { actor } = call.facts;
  if (actor === undefined) throw requiresAuthentication();
  const { query, variables, operationName } = isObject(call.body) ? call.body : {};
  if (typeof query !== 'string') throw new Refusal(400, 'A query attribute must be specified and must be a string.');
  const { runQuery } = await import('./run-query.ts');
  const request = {
    query,
    variables: isObject(variables) ? variables : {},
    operationName: typeof operationName === 'string' && operationName !== '' ? operationName : undefined,
  };
  return ok(await runQuery(call.world, actor, request));
}
