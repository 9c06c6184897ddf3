import { fail } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import type { AskKind } from './client-use.ts';

/**
 * Thrown to a handler whose question has no answer. If the handler does not catch it, the call ends with its failure.
 */
export class NoClientInputError extends Error {
  override readonly name = 'NoClientInputError';
  readonly failure: Failure;

  constructor(operation: string, capability: AskKind, reason: 'not_declared' | 'not_answered' | 'asked') {
    super(`'${operation}' got no answer from its client (${capability}): ${reason}`);
    // Handlers ask before they act, so if the answer is missing, nothing was done.
    this.failure = fail('VALIDATION_CLIENT_INPUT', { operation, capability, reason }, { effect: 'none' });
  }
}

/** Whether a call has ended only so that it can be made again with the client's answers. */
export const isAskedLater = (outcome: Outcome): boolean =>
  !outcome.ok && outcome.code === 'VALIDATION_CLIENT_INPUT' && outcome.details?.['reason'] === 'asked';
