import type { RunArguments } from './run-tests.ts';

/** The fields of a run, of those that a tool has. */
interface GivenRun {
  readonly language?: string | undefined;
  readonly tags?: string | undefined;
  readonly race?: boolean | undefined;
  readonly short?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly timeout?: string | undefined;
  readonly testArgs?: readonly string[] | undefined;
}

/** What the caller said about the run; what was not said is not there. */
export const runArguments = (given: GivenRun, run: string | undefined): RunArguments => {
  const { language, tags, race, short, verbose, timeout, testArgs } = given;
  return Object.fromEntries(
    Object.entries({ language, tags, race, short, verbose, timeout, testArgs, run }).filter(
      ([, value]) => value !== undefined,
    ),
  );
};

/** What a run with these arguments leaves out, a sentence each. */
export const leftOutOfRun = ({ run, tags, short, testArgs }: RunArguments): readonly string[] => [
  ...(run === undefined ? [] : ['tests that the filter on their names leaves out']),
  ...(tags === undefined ? [] : ['tests that the build tags leave out']),
  ...(short === true ? ['tests that are skipped in short mode'] : []),
  ...(testArgs === undefined || testArgs.length === 0 ? [] : ['tests that testArgs leave out']),
];
