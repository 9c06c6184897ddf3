import { judgePath } from '@recourse/engine/untrusted-values';
import { lastLines, runChild } from '@recourse/sandbox';
import type { ChildEnd } from '@recourse/sandbox';
import path from 'node:path';
import type { RunPlan, RunProgress, RunResult } from './plan.ts';
import { crashed, missing } from './results/endings.ts';
import type { Ending, Runner } from './runners/runner.ts';
import { runnerOf } from './runners/table.ts';
import { openRun } from './runs.ts';
import { takeTurn } from './take-turn.ts';

export interface RunOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
  /** In milliseconds; defaults to the clock of this machine. */
  readonly now?: () => number;
}

const withoutRoot = (output: string, root: string): string =>
  output
    .replaceAll(`${root}${path.sep}`, '')
    .split(root)
    // A name that only begins like the root is another one.
    .reduce((text, rest) => `${text}${/^[\w.-]/.test(rest) ? root : '.'}${rest}`);

/** A larger file of results is not read. */
const largestResults = 256 * 1024 * 1024;

/** Runs a plan to its end, whatever that is. One root is used by one run at a time. */
export const runPlan = async (plan: RunPlan, options: RunOptions = {}): Promise<RunResult> => {
  const { signal, onProgress, now = Date.now } = options;
  const startedAt = now();
  const finish = (ending: Ending, { exitCode, output }: Pick<ChildEnd, 'exitCode' | 'output'>): RunResult => ({
    ...ending,
    exitCode,
    // Callers have no use for the folder of the project on this machine.
    outputTail: lastLines(withoutRoot(output, plan.cwd)),
    version: plan.version,
    elapsedMs: now() - startedAt,
  });
  const cancelled: Ending = { ...crashed, end: 'cancelled' };
  const release = await takeTurn(plan.cwd, signal);
  if (!release) return finish(cancelled, { exitCode: null, output: '' });
  try {
    await openRun(plan, now());
    const runner = runnerOf({ name: plan.runner });
    const reader = runner.readOutput?.();
    const end = await runChild(plan, {
      ...(signal && { signal }),
      ...(reader && { reader }),
      onLine: (line) => onProgress?.({ elapsedMs: now() - startedAt, line }),
    });
    if (end.stopped === 'timeout' || end.stopped === 'cancelled') return finish({ ...crashed, end: end.stopped }, end);
    if (end.unstartable) return finish(missing, end);
    const results = await readResults(plan, runner);
    return finish(runner.ending({ ...end, results, events: reader?.events, root: plan.cwd }), end);
  } finally {
    release();
  }
};

const readResults = async ({ cwd, folder }: RunPlan, { results }: Runner): Promise<string | undefined> => {
  if (results === undefined) return undefined;
  const file = await judgePath(cwd, path.join(folder, results), { type: 'file', mustExist: true });
  if (!file.ok) return undefined;
  return (await file.path.stat()).size > largestResults ? undefined : file.path.readText();
};
