import type { Progress } from '@recourse/engine';
import type { Policy } from '../policy/index.ts';
import { discardRun } from '../running/index.ts';
import type { FieldNames, FoundRunner } from '../running/index.ts';
import type { Toolbox } from '../toolbox.ts';
import type { Sources } from './judge.ts';
import { loadProfiles } from './load-profiles.ts';
import { reportProgress } from './progress.ts';
import { leftOutOfRun } from './run-request.ts';
import { planTests, runTests } from './run-tests.ts';
import type { RunArguments } from './run-tests.ts';
import { writeScope } from './scope.ts';

export interface RunTask {
  readonly tool: string;
  readonly policy: Policy;
  readonly runner: FoundRunner;
  readonly arguments: RunArguments;
  readonly names?: FieldNames;
  /** Only the tests of these files. */
  readonly only?: readonly string[] | undefined;
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
}

/** Runs the tests and reads what they have left; what the run left out is noted beside the profile. */
export const runAndLoad = async (toolbox: Toolbox, task: RunTask): Promise<Sources> => {
  const { tool, policy, runner, arguments: run, names, only, signal, progress } = task;
  const plan = await planTests(toolbox, runner, run, { ...(names && { names }), ...(only && { only }) });
  try {
    const ran = await runTests(toolbox, plan, { tool, signal, onProgress: reportProgress(progress) });
    const loaded = await loadProfiles(toolbox, policy, { fresh: { path: ran.profile, format: plan.profile.format } });
    const skipped = [...leftOutOfRun(run), ...(only ? ['everything but the changed lines'] : [])];
    const [first] = loaded.readings;
    if (first) await writeScope(toolbox.root, first.source, skipped);
    return { policy, plan, ...loaded, skipped };
  } catch (error) {
    // What failing tests have covered is not to be judged later either.
    await discardRun(plan).catch(() => {});
    throw error;
  }
};
