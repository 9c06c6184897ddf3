import { isFailure } from '@recourse/contract';
import type { AnyCode, Failure, JsonObject, Outcome } from '@recourse/contract';
import { recourse } from '@recourse/contract/dialects/recourse';
import { canonicalOf } from '@recourse/contract/mcp';
import { expect } from 'vitest';

/** The answer to a tool call: an outcome, or a result of `tools/call` in any dialect. */
export type Answered =
  | Outcome
  | {
      readonly isError?: boolean | undefined;
      readonly _meta?: object | undefined;
      readonly structuredContent?: unknown;
    };

/** Assertions about a failure. Each returns the same assertions, so that they can be chained. */
export interface FailureAssertions {
  /** The failure itself, for whatever else there is to expect. */
  readonly failure: Failure;
  toBe(code: AnyCode): FailureAssertions;
  /** The details hold at least this. */
  toHaveDetails(details: JsonObject): FailureAssertions;
  /** Any fields of the failure: `toMatch({ recovery: 'wait', effect: 'none' })`. */
  toMatch(fields: Partial<Omit<Failure, 'details'>>): FailureAssertions;
}

/** Expects that a call has failed, and says how. */
export const expectFailure = (answered: Answered): FailureAssertions => {
  const failure = failureOf(answered);
  const assertions: FailureAssertions = {
    failure,
    toBe: (code) => {
      expect(failure.code, failure.message).toBe(code);
      return assertions;
    },
    toHaveDetails: (details) => {
      expect(failure.details).toMatchObject(details);
      return assertions;
    },
    toMatch: (fields) => {
      expect(failure).toMatchObject(fields);
      return assertions;
    },
  };
  return assertions;
};

const failureOf = (answered: Answered): Failure => {
  if (isFailure(answered)) return answered;
  const failure = 'ok' in answered ? undefined : parseResult(answered);
  if (failure) return failure;
  throw new Error(`Expected a failure, but the call returned ${JSON.stringify(answered)}`);
};

/** Our results include the canonical failure in every dialect. */
const parseResult = (result: Exclude<Answered, Outcome>): Failure | undefined => {
  const outcome = recourse.parse(canonicalOf(result) ?? result.structuredContent);
  return isFailure(outcome) ? outcome : undefined;
};
