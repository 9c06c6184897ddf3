import type { Progress } from '@recourse/engine';
import type { SafePath } from '@recourse/engine/kinds';
import type { Changes } from '../git/index.ts';
import type { Policy } from '../policy/index.ts';
import type { FoundRunner } from '../running/index.ts';
import { refuse } from '../refused.ts';
import type { CheckArguments } from '../tools/check.ts';
import type { Toolbox } from '../toolbox.ts';
import { findChanges } from './find-changes.ts';
import type { Sources } from './judge.ts';
import { judgeAnyway } from './judge-anyway.ts';
import { loadPolicy } from './load-policy.ts';
import { loadProfiles } from './load-profiles.ts';
import { reportProgress } from './progress.ts';
import { leftOutOfRun, runArguments } from './run-request.ts';
import { chooseRunner, planTests, runTests } from './run-tests.ts';
import { writeScope } from './scope.ts';

export interface FindContext {
  readonly config: SafePath | undefined;
  readonly profile: SafePath | undefined;
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
}

export interface FoundSources {
  readonly sources: Sources;
  readonly changes: Changes | undefined;
  /** True where only the changed lines are judged. */
  readonly onlyChanges: boolean;
}

type Arguments = Omit<CheckArguments, 'configPath' | 'profile'>;

/** Everything that a verdict is made of: the policy, the changes, and a profile, from a run of the tests or from a file. */
export const findSources = async (toolbox: Toolbox, args: Arguments, context: FindContext): Promise<FoundSources> => {
  const run = runArguments(args, args.run);
  const { policy, runner } = await prepare(toolbox, args, context.config?.relative);
  const changes = await changesFor(toolbox, policy, args);
  const onlyChanges = args.incremental === true;
  if (changes && onlyChanges && changes.files.size === 0) throw nothingChanged(args.incrementalRef);
  const only = changes && onlyChanges ? [...changes.files.keys()] : undefined;
  const skipped = onlyChanges ? ['everything but the changed lines'] : [];
  // What a cursor goes on with is what the first page was made from.
  if (!runner || args.cursor !== undefined) {
    const loaded = await loadProfiles(toolbox, policy, { given: context.profile });
    return { sources: { policy, ...loaded, skipped: [...loaded.skipped, ...skipped] }, changes, onlyChanges };
  }
  const plan = await planTests(toolbox, runner, run, only ? { only } : {});
  const ran = await runTests(toolbox, plan, {
    tool: 'check',
    signal: context.signal,
    onProgress: reportProgress(context.progress),
  });
  const fresh = { path: ran.profile, format: plan.profile.format };
  const loaded = await loadProfiles(toolbox, policy, { fresh });
  const leftOut = [...leftOutOfRun(run), ...skipped];
  const [first] = loaded.readings;
  if (first) await writeScope(toolbox.root, first.source, leftOut);
  return { sources: { policy, ...loaded, plan, skipped: leftOut }, changes, onlyChanges };
};

interface Prepared {
  readonly policy: Policy;
  /** Undefined where an existing profile is judged. */
  readonly runner: FoundRunner | undefined;
}

/** Reads the policy and finds the runner. What is refused about the arguments is told before what is wrong with the project. */
const prepare = async (toolbox: Toolbox, args: Arguments, config: string | undefined): Promise<Prepared> => {
  const run = runArguments(args, args.run);
  const fromProfile = args.fromProfile === true;
  try {
    const policy = await loadPolicy(toolbox.root, config);
    if (fromProfile && !saysAnything(run)) return { policy, runner: undefined };
    const runner = await chooseRunner(toolbox, policy, args.language);
    await planTests(toolbox, runner, run);
    return { policy, runner: fromProfile ? undefined : runner };
  } catch (thrown) {
    await judgeAnyway(toolbox, run);
    throw thrown;
  }
};

const saysAnything = ({ run, tags, timeout, testArgs }: ReturnType<typeof runArguments>): boolean =>
  [run, tags, timeout, testArgs].some((value) => value !== undefined);

const changesFor = async (toolbox: Toolbox, policy: Policy, args: Arguments): Promise<Changes | undefined> => {
  if (args.incremental === true) return findChanges(toolbox, args.incrementalRef ?? 'HEAD~1', 'incrementalRef');
  if (args.diffRef !== undefined) return findChanges(toolbox, args.diffRef, 'diffRef');
  return policy.diff.enabled ? findChanges(toolbox, policy.diff.base) : undefined;
};

const nothingChanged = (ref = 'HEAD~1') =>
  refuse(
    'OP_NOTHING_MEASURED',
    {},
    {
      message: `Nothing has changed since '${ref}': there is nothing to judge`,
      hint: 'Pass an earlier incrementalRef, or leave incremental out to judge the whole project.',
    },
  );
