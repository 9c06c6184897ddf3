import { createRegistry } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { codes } from './codes.ts';

/** Makes a failure of the plugin. */
export const { fail } = createRegistry(codes);

/** A failure of the plugin, thrown where it is found and answered by the tool. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Runs a handler and answers a TraceError with its failure. */
export const answering = async <Value>(run: () => Value | Promise<Value>): Promise<Value | Failure> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TraceError) return error.failure;
    throw error;
  }
};
