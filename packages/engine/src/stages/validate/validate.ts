import type { JsonObject } from '@recourse/contract';
import { operationOf } from '../../call/call.ts';
import { defineStage } from '../../pipeline/stage.ts';
import type { Stage } from '../../pipeline/stage.ts';
import { argumentCodes, refuseArguments } from './refusal.ts';
import { loadValidator, readyValidator } from './validator.ts';

/** Checks the arguments against the published schema, and fills in its defaults. All problems are said at once. */
export const validate: Stage = defineStage('validate', argumentCodes, async (call, next) => {
  const operation = operationOf(call);
  const validator = readyValidator(operation.input) ?? (await loadValidator(operation.input, operation.foreign));
  const { value, problems } = validator(call.arguments);
  if (problems.length > 0) return refuseArguments(call, operation, problems);
  return next(value === call.arguments ? call : { ...call, arguments: value as JsonObject });
});
