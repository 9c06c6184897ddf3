import type { EvaluationPlace } from './place.ts';

/** How long a process may take to answer before its code is taken to block it. */
const answerMs = 500;
const mostAttempts = 3;

/**
 * Ends code that blocks its process, so that the app continues. Code that only waits is left alone: ending it would end
 * the next code of the app instead. Returns whether the process answers.
 */
export const stopCode = async ({ session, ask }: EvaluationPlace): Promise<boolean> => {
  const answers = (): Promise<boolean> =>
    ask({ timeoutMs: answerMs }).then(
      () => true,
      () => false,
    );
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    if (await answers()) return true;
    await session.send('Runtime.terminateExecution', undefined, { timeoutMs: answerMs }).catch(() => undefined);
  }
  return answers();
};
