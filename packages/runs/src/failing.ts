import { createRegistry } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { launchCodes } from '@recourse/contract/registries';
import { runCodes } from './codes.ts';

/** The codes that runs fail with: the core, the contract of runs, and a few of the engine's own. */
export const { fail } = createRegistry(launchCodes, runCodes);

/** A failure on its way to the caller. */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}

export const runSubject = (id: string) => ({ type: 'run', id }) as const;
