import type { Question } from '../strategies/strategy.ts';
import { unlessOver } from './unless-over.ts';

export interface Asking {
  readonly confirm: (question: Question) => boolean | Promise<boolean>;
  /** After this time, a yes no longer counts. */
  readonly ms: number;
  readonly signal: AbortSignal | undefined;
}

/** Asks the caller's user a question. Only `true` is a yes: not silence, not an error, not another value. */
export const askPerson = (question: Question, { confirm, ms, signal }: Asking): Promise<boolean> => {
  const answered = Promise.resolve()
    .then(() => confirm(question))
    .then(
      (yes: unknown) => yes === true,
      () => false,
    );
  return unlessOver(answered, ms, signal).then((yes) => yes === true);
};
