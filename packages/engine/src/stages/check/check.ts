import { fail, isJsonObject } from '@recourse/contract';
import type { Failure, Outcome, Success } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { contentProblems } from '../../content/content-problems.ts';
import { invalidOutput } from '../../outcome/invalid-output.ts';
import type { OutcomeBounds } from '../../outcome/outcome-bounds.ts';
import { proveOutcome } from '../../outcome/prove-outcome.ts';
import type { Proof } from '../../outcome/prove-outcome.ts';
import type { Operation } from '../../tool/operation.ts';
import { loadValidator, readyValidator } from '../../validation/validator.ts';
import type { Validator } from '../../validation/validator.ts';
import { afterwards, defineStage } from '../stage.ts';
import type { Answering, Stage } from '../stage.ts';

/** Codes of `run` itself, which no tool needs to declare. */
const codesOfRun: ReadonlySet<string> = new Set([
  'INTERNAL_TIMEOUT',
  'CALL_CANCELLED',
  'VALIDATION_CLIENT_INPUT',
  'INTERNAL_ERROR',
]);

/**
 * Checks the outcome of a handler before it is stored, recorded or sent: it is JSON within the size limits, its code is
 * declared, and the value of a success fits the output schema.
 */
export const check = (bounds: OutcomeBounds): Stage => {
  const stage = defineStage('check', ['INTERNAL_OUTPUT_INVALID', 'VALIDATION_PAYLOAD_TOO_LARGE'], (call, next) => {
    const answering = next(call);
    if (answering instanceof Promise) prepareOutput(call);
    return afterwards(answering, (outcome) => checkAnswer(call, outcome, bounds));
  });
  // The outcome is the handler's, with codes of its own.
  return { ...stage, answersForHandler: true };
};

/** Compiles the output schema with the first call, while its handler waits for something else. */
const prepareOutput = (call: Call): void => {
  const { output, foreignOutput } = operationOf(call);
  if (!output || readyValidator(output)) return;
  setImmediate(() => {
    if (readyValidator(output)) return;
    // The check of the output tells what is wrong with its schema.
    loadValidator(output, foreignOutput).catch(() => undefined);
  });
};

const checkAnswer = (call: Call, outcome: Outcome, bounds: OutcomeBounds): Answering => {
  if (outcome === call.state.proven) return outcome;
  return afterwards(proveOutcome(call, outcome, bounds), (proof) => settle(call, proof));
};

const settle = (call: Call, proof: Proof): Answering => {
  const checked = proof.proven ? checkPromises(call, proof.outcome) : proof.outcome;
  return afterwards(checked, (outcome) => (call.state.proven = outcome));
};

const checkPromises = (call: Call, outcome: Outcome): Answering => {
  const operation = operationOf(call);
  return outcome.ok ? checkOutput(call, operation, outcome) : checkCode(call, operation, outcome);
};

const checkCode = (call: Call, operation: Operation, failure: Failure): Outcome => {
  // Before the handler has started, the failure comes from a store.
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

const checkOutput = (call: Call, operation: Operation, success: Success): Answering => {
  if (success.content || success.contentOnly) {
    const problems = blockProblems(operation, success);
    if (problems.length > 0) return invalidOutput(call, { problems });
  }
  if (!operation.output) return success;
  const { output, foreignOutput } = operation;
  const ready = readyValidator(output);
  return ready
    ? checkShape(call, success, ready)
    : loadValidator(output, foreignOutput).then((loaded) => checkShape(call, success, loaded));
};

const checkShape = (call: Call, success: Success, validator: Validator): Outcome => {
  const { problems } = validator(success.value);
  if (problems.length === 0) return success;
  return invalidOutput(call, { problems: problems.map(({ path, message }) => `${path} ${message}`) });
};

const blockProblems = (operation: Operation, { content, contentOnly, value }: Success): readonly string[] => {
  if (!contentOnly) return contentProblems(content);
  if (operation.output) return ['a tool with an output schema must return that output, not only content blocks'];
  return contentProblems(isJsonObject(value) ? value['content'] : undefined);
};
