import type { Policy } from '../policy/index.ts';
import { discardRun } from '../running/index.ts';
import type { FieldNames, FoundRunner } from '../running/index.ts';
import type { Toolbox } from '../toolbox.ts';
import { attest } from './attest.ts';
import type { Sources } from './judge.ts';
import { loadMerged } from './load-merged.ts';
import { loadProfiles } from './load-profiles.ts';
import type { Watch } from './progress.ts';
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
  readonly watch: Watch;
}

/** Runs the tests, reads the profile that they leave, and attests it. The attestation lists what the run left out. */
export const runAndLoad = async (toolbox: Toolbox, task: RunTask): Promise<Sources> => {
  const { tool, policy, runner, arguments: run, names, only, watch } = task;
  // Fails before tests run for minutes if a profile that the policy merges cannot be used.
  await loadMerged(toolbox, policy, watch);
  const plan = await planTests(toolbox, runner, run, { ...(names && { names }), ...(only && { only }) });
  try {
    const ran = await runTests(toolbox, plan, {
      tool,
      ...(names && { names }),
      watch,
    });
    const fresh = { path: ran.profile, format: plan.profile.format };
    const loaded = await loadProfiles(toolbox, policy, { fresh, watch });
    const skipped = [...leftOutOfRun(run, plan), ...(only ? ['everything but the changed lines'] : [])];
    const [first, ...merged] = loaded.readings;
    if (!first) throw new Error('The run created no profile');
    const attestation = await attest(toolbox, first, { plan, skipped, state: loaded.origin.state });
    await writeScope(toolbox.root, first.source, skipped);
    return { policy, plan, ...loaded, readings: [{ ...first, attestation }, ...merged], skipped };
  } catch (error) {
    // The profile of a failed run must not be judged later either.
    await discardRun(plan).catch(() => {});
    throw error;
  }
};
