import { Worker } from 'node:worker_threads';
import type { LintError } from 'markdownlint';
import { lintConfig } from './lint-config.ts';

/** The same file from the sources and from the build: a thread needs plain JavaScript. */
const program = new URL('../../../src/gates/lint/lint-worker.mjs', import.meta.url);

/** The errors of a page, or why there are none to know. */
type Linted = { readonly errors: readonly LintError[] } | { readonly failed: string };

export interface Linter {
  lint(text: string, signal: AbortSignal): Promise<Linted>;
  close(): Promise<void>;
}

const defaultPageMs = 10_000;
const memoryMb = 256;

/**
 * Creates a linter that works on a thread of its own. Some pages of a few kilobytes keep markdownlint busy for hours:
 * such a thread is ended, and another one takes the next page.
 */
export const createLinter = ({ pageMs = defaultPageMs } = {}): Linter => {
  let worker: Worker | undefined;
  const end = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const lint = async (text: string, signal: AbortSignal): Promise<Linted> => {
    signal.throwIfAborted();
    worker ??= new Worker(program, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    const answer = await answerOf(
      worker,
      { text, config: lintConfig },
      AbortSignal.any([signal, AbortSignal.timeout(pageMs)]),
    );
    if ('failed' in answer) await end();
    signal.throwIfAborted();
    return answer;
  };
  return { lint, close: end };
};

const answerOf = (worker: Worker, message: unknown, signal: AbortSignal): Promise<Linted> =>
  new Promise((resolve) => {
    const settle = (linted: Linted): void => {
      worker.off('message', settle).off('error', broken).off('exit', broken);
      signal.removeEventListener('abort', late);
      resolve(linted);
    };
    const broken = (): void => settle({ failed: 'markdownlint ended on this page' });
    const late = (): void => settle({ failed: 'markdownlint took too long on this page' });
    worker.on('message', settle).on('error', broken).on('exit', broken);
    signal.addEventListener('abort', late, { once: true });
    worker.postMessage(message, []);
  });
