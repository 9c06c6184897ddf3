import type { SafePath } from '@recourse/engine/guarded-fields';
import type { Changes } from '../git/index.ts';
import { refuse } from '../refused.ts';
import type { RunPlan } from '../running/index.ts';
import type { CheckArguments } from '../tools/check.ts';
import type { Toolbox } from '../toolbox.ts';
import { changesFor, findChanges } from './find-changes.ts';
import type { Sources } from './judge.ts';
import { loadProfiles } from './load-profiles.ts';
import { prepareRun } from './prepare-run.ts';
import type { Watch } from './progress.ts';
import { runAndLoad } from './run-and-load.ts';
import { runArguments } from './run-request.ts';
import { planTests } from './run-tests.ts';

export interface FindContext {
  readonly config: SafePath | undefined;
  readonly profile: SafePath | undefined;
  readonly watch: Watch;
}

export interface FoundSources {
  readonly sources: Sources;
  readonly changes: Changes | undefined;
  /** True if only the changed lines are judged. */
  readonly onlyChanges: boolean;
}

type Arguments = Omit<CheckArguments, 'configPath' | 'profile'>;

/** Everything that a verdict is made of: the policy, the changes, and a profile, from a run of the tests or from a file. */
export const findSources = async (toolbox: Toolbox, args: Arguments, context: FindContext): Promise<FoundSources> => {
  const { watch, profile: given } = context;
  const { policy, runner, run, changes, only } = await prepare(toolbox, args, context);
  const sources = runner
    ? withUnread(await runAndLoad(toolbox, { tool: 'check', policy, runner, arguments: run, only, watch }), given)
    : { policy, ...(await loadProfiles(toolbox, policy, { given, watch })) };
  return { sources, changes, onlyChanges: args.incremental === true };
};

/** A caller that names a profile and lets the tests run is told which of the two was judged. */
const withUnread = (sources: Sources, given: SafePath | undefined): Sources =>
  given
    ? { ...sources, skipped: [...sources.skipped, 'the given profile, which is used only if fromProfile is true'] }
    : sources;

/** Plans the run without starting it; undefined if a profile is read instead. */
export const planSources = async (
  toolbox: Toolbox,
  args: Arguments,
  context: Pick<FindContext, 'config'>,
): Promise<RunPlan | undefined> => {
  const { runner, run, only } = await prepare(toolbox, args, context);
  return runner && planTests(toolbox, runner, run, { ...(only && { only }) });
};

const prepare = async (toolbox: Toolbox, args: Arguments, { config }: Pick<FindContext, 'config'>) => {
  const run = runArguments(args, args.run);
  // A later page continues with the profile of the first page, so no tests run for it.
  const wanted = args.fromProfile !== true && args.cursor === undefined;
  const prepared = await prepareRun(toolbox, { arguments: run, wanted, config: config?.relative });
  const changes =
    args.incremental === true
      ? await findChanges(toolbox, args.incrementalRef ?? 'HEAD~1', 'incrementalRef')
      : await changesFor(toolbox, prepared.policy, args.diffRef);
  const onlyChanges = args.incremental === true;
  if (changes && onlyChanges && changes.files.size === 0) throw nothingChanged(args.incrementalRef);
  return { ...prepared, run, changes, only: changes && onlyChanges ? [...changes.files.keys()] : undefined };
};

const nothingChanged = (ref = 'HEAD~1') =>
  refuse(
    'OP_NOTHING_MEASURED',
    {},
    {
      message: `Nothing has changed since '${ref}', so there is nothing to check`,
      hint: 'Pass an earlier incrementalRef, or omit incremental to check the whole project.',
    },
  );
