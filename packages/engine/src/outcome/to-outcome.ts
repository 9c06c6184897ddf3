import { changeFailure, isFailure, isJsonObject, succeed } from '@recourse/contract';
import type { Failure, Outcome, Success, Warning } from '@recourse/contract';
import type { Call } from '../call/call.ts';
import { invalidOutput } from './invalid-output.ts';

/**
 * Turns what a handler returned into an outcome: a failure or a success as it is, an object as a success, and anything
 * else into INTERNAL_OUTPUT_INVALID. Never throws.
 */
export const toOutcome = (call: Call, answer: unknown, warnings: readonly Warning[]): Outcome => {
  try {
    if (isFailure(answer)) return ofFailure(call, answer);
    if (isSuccess(answer)) {
      return warnings.length > 0 ? { ...answer, warnings: [...answer.warnings, ...warnings] } : answer;
    }
    const value = writtenAs(answer);
    if (isJsonObject(value)) return succeed(value, warnings);
    return noObject(call, value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value);
  } catch (cause) {
    return noObject(call, 'a value that cannot be read', cause);
  }
};

/** A date is an object, but not once it is written. */
const writtenAs = (answer: unknown): unknown => {
  const write = isJsonObject(answer) ? (answer['toJSON'] as unknown) : undefined;
  return typeof write === 'function' ? (write.call(answer, '') as unknown) : answer;
};

/** A read leaves nothing behind, whatever its code says by default. */
const ofFailure = (call: Call, failure: Failure): Outcome =>
  failure.effect === 'unknown' && !call.state.writes ? changeFailure(failure, { effect: 'none' }) : failure;

const isSuccess = (answer: unknown): answer is Success =>
  isJsonObject(answer) && answer['ok'] === true && 'value' in answer && Array.isArray(answer['warnings']);

/** The failure is ours: `check` lets it pass though the tool does not declare its code. */
const noObject = (call: Call, found: string, cause?: unknown): Outcome =>
  (call.state.proven = invalidOutput(call, {
    problems: [`expected an object, found ${found}`],
    message: `The output of '${call.operation?.name ?? call.tool}' is not an object and was withheld`,
    cause,
  }));
