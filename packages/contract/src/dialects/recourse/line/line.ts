import type { Category, CodeDefinition, Recovery } from '../../../codes/code.ts';
import type { Failure } from '../../../failures/failure.ts';

/** Separates the message from the hint. A message never contains it. */
export const arrow = ' → ';

/** A code that the line can carry: `CODE` or `<plugin>.CODE`. */
export const codeShape = '(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*\\.)?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*';

type Known = Pick<CodeDefinition, 'category' | 'retryable'>;

/** Whether a call with this recovery may be repeated, unless the second line says otherwise. */
export const usualRetryable = (recovery: Recovery, row: Known | undefined): boolean =>
  (recovery === 'retry' || recovery === 'wait') && row?.retryable !== false;

/**
 * The category of a code, unless the second line names it: the row's or, for codes without one, one that decides the
 * same.
 */
export const usualCategory = (recovery: Recovery, row: Known | undefined): Category =>
  row?.category ?? categoryOf[recovery];

/**
 * The decisions that depend on a category: to correct arguments, to ask for a new token, to count a server as faulty.
 */
export const weightOf = (category: Category): 'arguments' | 'token' | 'fault' | 'none' => {
  if (category === 'validation') return 'arguments';
  if (category === 'token') return 'token';
  return category === 'upstream' || category === 'internal' ? 'fault' : 'none';
};

const categoryOf: Readonly<Record<Recovery, Category>> = {
  fix_input: 'validation',
  retry: 'upstream',
  wait: 'rate_limit',
  confirm: 'permission',
  discover: 'not_found',
  change_state: 'conflict',
  authorize: 'permission',
  verify: 'upstream',
  report: 'internal',
};

/** A failure that was read from its line. */
export interface ReadLine {
  readonly failure: Failure;
  /** The outcome was stored by an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}
