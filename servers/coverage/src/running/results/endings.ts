import type { Ending } from '../runners/runner.ts';

/** The number of failed tests to name; more than a reader fixes at once. */
const mostNames = 50;
const longestName = 300;

const none = { failedTests: [], failedFiles: [], failed: undefined, total: undefined };

export const crashed: Ending = { end: 'crashed', ...none };
export const missing: Ending = { end: 'missing', ...none };

/** Turns the counts of a runner into an ending. Failed tests take precedence over files that could not be loaded. */
export const endingOf = (counted: {
  readonly failedTests: readonly string[];
  readonly failedFiles: readonly string[];
  readonly failed: number;
  readonly total: number;
}): Ending => {
  const { failedTests, failedFiles, failed, total } = counted;
  const named = { failedTests: names(failedTests), failedFiles: names(failedFiles) };
  if (failed > 0) return { end: 'tests_failed', ...named, failed, total };
  if (failedFiles.length > 0) return { end: 'build_failed', ...named, failed: undefined, total: undefined };
  return { end: total === 0 ? 'no_tests' : 'passed', ...named, failed, total };
};

/** The same where the runner ended with an error of its own: then nothing has passed. */
export const unlessCrashed = (ending: Ending, exitCode: number | null): Ending =>
  exitCode !== 0 && ending.end === 'passed' ? { ...ending, end: 'crashed' } : ending;

const names = (given: readonly string[]): readonly string[] =>
  [...new Set(given)]
    .slice(0, mostNames)
    .map((name) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name));
