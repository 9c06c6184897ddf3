import { isFailure } from '@recourse/contract';
import type { JsonObject, JsonSchema, Outcome } from '@recourse/contract';
import type { Call } from '../call/call.ts';
import { soundFailure } from '../outcome/sound-failure.ts';
import { refuseArguments } from '../validation/refuse-arguments.ts';
import { loadValidator } from '../validation/validator.ts';
import type { RouterDefinition } from './define-router.ts';
import type { OfferedNames, Operation, ResolvedCall } from './operation.ts';
import { unknownName } from './unknown-name.ts';

/** A router and the results of processing its definition. */
export interface Route {
  readonly definition: RouterDefinition;
  readonly input: JsonSchema;
  readonly foreign: boolean;
  readonly byName: ReadonlyMap<string, Operation>;
}

/** Checks the arguments of a router, and finds the requested operation. */
export const resolveRoute = async (
  route: Route,
  args: JsonObject,
  call: Call,
  offered: OfferedNames,
): Promise<ResolvedCall | Outcome> => {
  const { definition, input, foreign, byName } = route;
  const validator = await loadValidator(input, foreign);
  const { value, problems } = validator(args);
  if (problems.length > 0) {
    const failure = refuseArguments(call, { name: definition.name, sensitive: [] }, problems);
    const explained = definition.explain?.(failure, args);
    return explained ? soundFailure(explained) : failure;
  }
  const routed = definition.resolve(value as JsonObject, call);
  if (isFailure(routed)) return soundFailure(routed);
  const operation = byName.get(routed.operation);
  if (operation) return { ...routed, operation };
  return unknownName(call, routed.operation, offered(definition.operations), 'operation');
};
