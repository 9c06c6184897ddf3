import { createRegistry } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';

/** Creates failures of the stage. */
export const { fail } = createRegistry(stageCodes);

/** A failure on its way to the answer of a tool. */
export class StageError extends Error {
  override readonly name = 'StageError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
