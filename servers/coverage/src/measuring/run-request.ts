import type { PlanWarning, RunPlan } from '../running/index.ts';
import type { RunArguments } from './run-tests.ts';

/** The arguments of a tool that are about a run. */
interface GivenRun {
  readonly language?: string | undefined;
  readonly tags?: string | undefined;
  readonly race?: boolean | undefined;
  readonly short?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly timeout?: string | undefined;
  readonly testArgs?: readonly string[] | undefined;
}

/** The caller's arguments for the run, without those that were not given. */
export const runArguments = (given: GivenRun, run: string | undefined): RunArguments => {
  const { language, tags, race, short, verbose, timeout, testArgs } = given;
  return Object.fromEntries(
    Object.entries({ language, tags, race, short, verbose, timeout, testArgs, run }).filter(
      ([, value]) => value !== undefined,
    ),
  );
};

/** Lists what a run with these arguments leaves out. An argument that the plan ignores leaves out nothing. */
export const leftOutOfRun = (
  { run, tags, short, testArgs }: RunArguments,
  { warnings }: Pick<RunPlan, 'warnings'>,
): readonly string[] => [
  ...(run === undefined ? [] : ['tests excluded by the name filter']),
  ...(tags === undefined || warnings.some(isIgnoredTags) ? [] : ['tests excluded by the tags']),
  ...(short === true ? ['tests skipped in short mode'] : []),
  ...(testArgs === undefined || testArgs.length === 0 ? [] : ['tests excluded by testArgs']),
];

const isIgnoredTags = ({ code, details }: PlanWarning): boolean =>
  code === 'OP_ARGUMENT_IGNORED' && details.field === 'tags';
