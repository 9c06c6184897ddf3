import { coreCodes } from '../registries/core/codes.ts';
import { isFailure } from './failure.ts';
import type { Failure } from './failure.ts';
import { causeClassOf, makeFailure } from './make-failure.ts';
import type { FailureOptions } from './make-failure.ts';

/**
 * Turns whatever was thrown into a failure. A failure stays as it is; anything else is a bug of ours, and of it
 * only a safe name is shown: messages of exceptions hold paths, queries and secrets.
 */
export const fromUnknown = (thrown: unknown, options: FailureOptions = {}): Failure =>
  isFailure(thrown)
    ? thrown
    : makeFailure(
        coreCodes.definitions.INTERNAL_ERROR,
        {},
        { cause_class: causeClassOf(thrown), ...options, cause: thrown },
      );
