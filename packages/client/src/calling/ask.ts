import type { Question } from '../strategies/strategy.ts';

export interface Asking {
  readonly confirm: (question: Question) => boolean | Promise<boolean>;
  /** After this long nobody's yes counts any more. */
  readonly ms: number;
  readonly signal: AbortSignal | undefined;
}

/** Puts a question to the caller's person. Only `true` is a yes: not silence, not an error, not another value. */
export const askPerson = (question: Question, { confirm, ms, signal }: Asking): Promise<boolean> => {
  const answered = Promise.resolve()
    .then(() => confirm(question))
    .then(
      (yes: unknown) => yes === true,
      () => false,
    );
  return unlessOver(answered, ms, signal);
};

/** No yes comes after the time of a question, nor after the caller took it back. People live by the real clock. */
const unlessOver = (answered: Promise<boolean>, ms: number, signal: AbortSignal | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(over, Math.max(1, ms));
    signal?.addEventListener('abort', over, { once: true });
    if (signal?.aborted) over();
    void answered.then(resolve).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', over);
    });
  });
