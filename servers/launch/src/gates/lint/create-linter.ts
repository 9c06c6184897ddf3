import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { withinTime } from '@recourse/engine/within-time';
import type { LintError } from 'markdownlint';
import { lintConfig } from './lint-config.ts';

/** The same file from the sources and from the build: a thread needs plain JavaScript. */
const program = new URL('../../../src/gates/lint/lint-worker.mjs', import.meta.url);

/** The errors of a page, or why they are not known. */
type Linted = { readonly errors: readonly LintError[] } | { readonly failed: string };

export interface Linter {
  lint(text: string, signal: AbortSignal): Promise<Linted>;
  close(): Promise<void>;
}

const defaults = { pageMs: 10_000, memoryMb: 256 };

/**
 * Creates a linter that works on a thread of its own. Some pages of a few kilobytes keep markdownlint busy for hours:
 * such a thread is ended, and another one takes the next page.
 */
export const createLinter = ({ pageMs = defaults.pageMs, memoryMb = defaults.memoryMb } = {}): Linter => {
  let worker: Worker | undefined;
  const end = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const start = async (signal: AbortSignal): Promise<Worker> => {
    worker = new Worker(program, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    await once(worker, 'message', { signal });
    return worker;
  };
  const lint = async (text: string, signal: AbortSignal): Promise<Linted> => {
    signal.throwIfAborted();
    const thread = worker ?? (await start(signal));
    const answer = await withinTime(pageMs, signal, (bound) => answerOf(thread, text, bound));
    if ('failed' in answer) await end();
    signal.throwIfAborted();
    return answer;
  };
  return { lint, close: end };
};

const answerOf = (worker: Worker, text: string, signal: AbortSignal): Promise<Linted> =>
  new Promise((resolve) => {
    const settle = (linted: Linted): void => {
      worker.off('message', settle).off('error', broken).off('exit', broken);
      signal.removeEventListener('abort', late);
      resolve(linted);
    };
    const broken = (): void => settle({ failed: 'markdownlint crashed on this page' });
    const late = (): void => settle({ failed: 'markdownlint took too long on this page' });
    worker.on('message', settle).on('error', broken).on('exit', broken);
    signal.addEventListener('abort', late, { once: true });
    worker.postMessage({ text, config: lintConfig }, []);
  });
