import type { Category, CodeDefinition, Recovery } from '../../../codes/code.ts';
import type { Failure, NextAction } from '../../../failures/failure.ts';

/** Separates the message from the hint. A message never contains it. */
export const arrow = ' → ';

/** The details that decide what is done about a failure. All others are in the structured content only. */
export const lineDetails = [
  'problems',
  'total',
  'errors',
  'results',
  'pending',
  'confirmation_token',
  'confirmation_message',
  'reasons',
  'danger_level',
  'expires_at',
  'resets_at',
  'reopenable_at',
] as const;

/** A code that the line can carry: `CODE` or `<plugin>.CODE`. */
export const codeShape = '(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*\\.)?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*';

/** The token in the call that confirms. It is long, so the details do not repeat it. */
export const tokenIn = (actions: readonly NextAction[] = []): string | undefined => {
  const call = actions.find(({ tool, arguments: given }) => tool === confirmTool && Object.keys(given).length === 1);
  const token = call?.arguments['confirmation_token'];
  return typeof token === 'string' ? token : undefined;
};

const confirmTool = 'recourse_confirm';

type Known = Pick<CodeDefinition, 'category' | 'retryable'>;

/** Whether a failure with this recovery may be repeated, unless the second line says otherwise. */
export const usualRetryable = (recovery: Recovery, row: Known | undefined): boolean =>
  (recovery === 'retry' || recovery === 'wait') && row?.retryable !== false;

/** The category of a code, unless the second line names it: the row's or, for codes without one, one that decides the same. */
export const usualCategory = (recovery: Recovery, row: Known | undefined): Category =>
  row?.category ?? categoryOf[recovery];

/** The decisions that depend on a category: to correct arguments, to ask for a new token, to count a server as faulty. */
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
