import { coreCodes } from '../registries/core/codes.ts';
import { isFailure } from './failure.ts';
import type { Failure } from './failure.ts';
import { causeClassOf, makeFailure } from './make-failure.ts';
import type { FailureOptions } from './make-failure.ts';

/**
 * Turns any thrown value into a failure. A failure is returned unchanged; anything else is a bug of this program and is
 * shown only by a safe name, because exception messages contain paths, queries and secrets.
 */
export const fromUnknown = (thrown: unknown, options: FailureOptions = {}): Failure =>
  isFailure(thrown)
    ? thrown
    : makeFailure(
        coreCodes.definitions.INTERNAL_ERROR,
        {},
        { cause_class: causeClassOf(thrown), ...options, cause: thrown },
      );
