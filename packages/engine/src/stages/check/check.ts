import { fail, isJsonObject } from '@recourse/contract';
import type { Failure, Outcome, Success } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { contentProblems } from '../../content/content-problems.ts';
import { defineStage } from '../../pipeline/stage.ts';
import type { Stage } from '../../pipeline/stage.ts';
import type { Operation } from '../../tool/operation.ts';
import { loadValidator, readyValidator } from '../validate/validator.ts';
import type { Validator } from '../validate/validator.ts';

/** Codes of `run` itself, which no tool needs to declare. */
const codesOfRun: ReadonlySet<string> = new Set([
  'INTERNAL_TIMEOUT',
  'CALL_CANCELLED',
  'VALIDATION_CLIENT_INPUT',
  'INTERNAL_ERROR',
]);

/** Holds a handler to what its tool declares: the codes it fails with, and the shape of its success. */
export const check: Stage = defineStage('check', ['INTERNAL_OUTPUT_INVALID'], (call, next) => {
  const operation = operationOf(call);
  return next(call).then((outcome) =>
    outcome.ok ? checkOutput(call, operation, outcome) : checkCode(call, operation, outcome),
  );
});

const checkCode = (call: Call, operation: Operation, failure: Failure): Outcome => {
  // Before the handler has started, a failure is not its word: a store could not say that it is about to run.
  if (!call.state.started || operation.errors.has(failure.code) || codesOfRun.has(failure.code)) return failure;
  return fail(
    'INTERNAL_ERROR',
    {},
    {
      correlation_id: call.correlation_id,
      effect: failure.effect,
      cause_class: 'UndeclaredCode',
      cause: new Error(`'${operation.name}' answered with ${failure.code}, which it does not declare`),
    },
  );
};

/** Nothing was done that could be looked at. */
const lookedOnly = {
  effect: 'none',
  recovery: 'report',
  hint: 'Do not repeat the call. Report the correlation id to the people who run the server.',
} as const;

const checkOutput = (call: Call, operation: Operation, success: Success): Outcome | Promise<Outcome> => {
  if (success.content || success.contentOnly) {
    const problems = blockProblems(operation, success);
    if (problems.length > 0) return invalidOutput(call, operation, problems);
  }
  if (!operation.output) return success;
  const { output, foreign } = operation;
  const ready = readyValidator(output);
  return ready
    ? checkShape(call, operation, success, ready)
    : loadValidator(output, foreign).then((loaded) => checkShape(call, operation, success, loaded));
};

const checkShape = (call: Call, operation: Operation, success: Success, validator: Validator): Outcome => {
  const { problems } = validator(success.value);
  if (problems.length === 0) return success;
  return invalidOutput(
    call,
    operation,
    problems.map(({ path, message }) => `${path} ${message}`),
  );
};

const blockProblems = (operation: Operation, { content, contentOnly, value }: Success): readonly string[] => {
  if (!contentOnly) return contentProblems(content);
  if (operation.output) return ['a tool with an output schema answers with what it promises, not with blocks alone'];
  return contentProblems(isJsonObject(value) ? value['content'] : undefined);
};

/** What is wrong is a matter for the log: the answer may hold what the schema was to keep out. */
const invalidOutput = (call: Call, operation: Operation, problems: readonly string[]): Failure =>
  fail(
    'INTERNAL_OUTPUT_INVALID',
    { operation: operation.name },
    {
      correlation_id: call.correlation_id,
      ...(call.state.writes ? { effect: 'applied' } : lookedOnly),
      cause: new Error(`The answer of '${operation.name}': ${problems.join('; ')}`),
      cause_class: 'InvalidOutput',
    },
  );
