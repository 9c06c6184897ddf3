import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time in which input is dropped: keys typed before the question is shown do not answer it. */
const typedAheadMs = 100;

/** Asks a question on stderr and reads one line of the terminal; undefined at its end, or when it is taken back. */
export const askLine = async (question: string, signal: AbortSignal): Promise<string | undefined> => {
  const { stdin, stderr } = process;
  try {
    stdin.resume();
    await sleep(typedAheadMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    stderr.write(question);
    const line = await nextLine(signal);
    if (line === undefined) stderr.write('\n');
    return line;
  } finally {
    // A terminal that is still read would keep the process from ending.
    stdin.pause();
  }
};

const nextLine = (signal: AbortSignal): Promise<string | undefined> =>
  new Promise((resolve) => {
    // Not as a terminal: Ctrl-C stays a signal of the process, which takes the call back.
    const lines = createInterface({ input: process.stdin, terminal: false });
    const close = (): void => lines.close();
    signal.addEventListener('abort', close, { once: true });
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => {
      signal.removeEventListener('abort', close);
      resolve(undefined);
    });
  });
