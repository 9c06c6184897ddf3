import type { CallProgress } from '@recourse/client';

/** A server may report progress many times a second, which no one can read. */
const pauseMs = 1_000;
const mostCharacters = 200;

/** Prints the progress of a call as lines, at most one per second. */
export const showProgress = (
  print: (line: string) => void,
  now: () => number = () => performance.now(),
): ((progress: CallProgress) => void) => {
  let printedAt = -Infinity;
  return ({ progress, total, message }) => {
    if (now() - printedAt < pauseMs) return;
    printedAt = now();
    const amount = total === undefined ? String(progress) : `${progress} of ${total}`;
    print(`  progress: ${amount}${message ? `, ${message.slice(0, mostCharacters)}` : ''}`);
  };
};
