import type { Policy } from '../policy/index.ts';
import type { FieldNames, FoundRunner } from '../running/index.ts';
import type { Toolbox } from '../toolbox.ts';
import { judgeAnyway } from './judge-anyway.ts';
import { loadPolicy } from './load-policy.ts';
import { chooseRunner, planTests } from './run-tests.ts';
import type { RunArguments } from './run-tests.ts';

export interface RunWish {
  readonly arguments: RunArguments;
  /** How the tool names its fields, where it does not name them as a run does. */
  readonly names?: FieldNames;
  /** Whether to run tests. Arguments about the run are checked in any case. */
  readonly wanted: boolean;
  /** The policy that the caller named, from the root down. */
  readonly config: string | undefined;
}

export interface PreparedRun {
  readonly policy: Policy;
  /** Undefined if nothing is to be run. */
  readonly runner: FoundRunner | undefined;
}

/** Reads the policy and finds the runner. Invalid arguments are reported before problems of the project. */
export const prepareRun = async (toolbox: Toolbox, wish: RunWish): Promise<PreparedRun> => {
  const { arguments: run, names = {}, wanted } = wish;
  const { policy, runner } = await findRun(toolbox, wish).catch(async (thrown: unknown) => {
    await judgeAnyway(toolbox, run, names);
    throw thrown;
  });
  // The runner that is there has the last word on its own arguments: another one would name other reasons.
  if (runner) await planTests(toolbox, runner, run, { names });
  return { policy, runner: wanted ? runner : undefined };
};

const findRun = async (toolbox: Toolbox, { arguments: run, wanted, config }: RunWish): Promise<PreparedRun> => {
  const policy = await loadPolicy(toolbox.root, config);
  const isNeeded = wanted || saysAnything(run);
  return { policy, runner: isNeeded ? await chooseRunner(toolbox, policy, run.language) : undefined };
};

const saysAnything = ({ run, tags, timeout, testArgs }: RunArguments): boolean =>
  [run, tags, timeout, testArgs].some((value) => value !== undefined);
