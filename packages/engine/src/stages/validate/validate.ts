import type { JsonObject } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { changeCall } from '../../call/change-call.ts';
import { argumentCodes, refuseArguments } from '../../validation/refuse-arguments.ts';
import { loadValidator, readyValidator } from '../../validation/validator.ts';
import type { Validator } from '../../validation/validator.ts';
import { defineStage } from '../stage.ts';
import type { Answering, Next, Stage } from '../stage.ts';

/** Checks the arguments against the published schema, and fills in its defaults. All problems are said at once. */
export const validate: Stage = defineStage('validate', argumentCodes, (call, next) => {
  const { input, foreign } = operationOf(call);
  const ready = readyValidator(input);
  return ready ? pass(ready, call, next) : loadValidator(input, foreign).then((loaded) => pass(loaded, call, next));
});

const pass = (validator: Validator, call: Call, next: Next): Answering => {
  const { value, problems } = validator(call.arguments);
  if (problems.length > 0) return refuseArguments(call, operationOf(call), problems);
  return next(value === call.arguments ? call : changeCall(call, { arguments: value as JsonObject }));
};
