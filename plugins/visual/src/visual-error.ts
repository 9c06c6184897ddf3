import { createRegistry } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { codes } from './codes.ts';

/** Makes a failure of the plugin. */
export const { fail } = createRegistry(codes);

/** A failure of the plugin, thrown where it is found and answered by the tool. */
export class VisualError extends Error {
  override readonly name = 'VisualError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Runs a handler and answers a VisualError with its failure. */
export const answering = async <Value>(run: () => Promise<Value>): Promise<Value | Failure> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof VisualError) return error.failure;
    throw error;
  }
};
