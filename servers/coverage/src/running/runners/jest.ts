import path from 'node:path';
import { alone, asItIs, bothCases, builtIn, coverageReports, toggle, valued, values } from '../input/flag-rule.ts';
import type { ValueRule } from '../input/flag-rule.ts';
import { judgePlace } from '../input/judge-place.ts';
import { crashed, unlessCrashed } from '../results/endings.ts';
import { readJestJson } from '../results/read-jest-json.ts';
import { judgeSelection } from './judge-selection.ts';
import type { Runner } from './runner.ts';

const { count, workers, shard, name, memory } = values;

/** Jest reads a negative seed too. */
const seed: ValueRule = { kind: 'text', pattern: /^-?[0-9]{1,10}$/, example: '42' };

export const jest: Runner = {
  name: 'jest',
  flags: [
    { ...valued({ kind: 'filter' }, ...bothCases('--testNamePattern', '-t')), means: 'run' },
    { ...toggle('--verbose', '-v'), means: 'verbose' },
    { names: ['--bail', '-b'], value: count, alone: '1' },
    { ...valued(name, ...bothCases('--selectProjects')), repeats: true },
    alone('--runInBand', '--run-in-band', '-i', '--runInBand=true', '--run-in-band=true'),
    asItIs('--runInBand=false', '--run-in-band=false', '--no-runInBand', '--no-run-in-band'),
    valued(workers, ...bothCases('--maxWorkers', '-w')),
    toggle('--silent'),
    toggle('--ci'),
    toggle('--expand'),
    toggle(...bothCases('--passWithNoTests')),
    toggle(...bothCases('--forceExit')),
    toggle(...bothCases('--detectOpenHandles')),
    toggle(...bothCases('--logHeapUsage')),
    toggle(...bothCases('--errorOnDeprecated')),
    toggle(...bothCases('--noStackTrace')),
    toggle(...bothCases('--showSeed')),
    toggle('--randomize'),
    toggle('--cache'),
    alone('--no-cache'),
    valued(seed, '--seed'),
    valued(shard, '--shard'),
    valued(count, ...bothCases('--testTimeout')),
    valued(count, ...bothCases('--maxConcurrency')),
    valued(count, ...bothCases('--openHandlesTimeout')),
    { ...valued({ kind: 'filter' }, ...bothCases('--testPathPattern', '--testPathPatterns')), selects: true },
    { ...valued({ kind: 'filter' }, ...bothCases('--testPathIgnorePatterns')), repeats: true },
    { ...valued(builtIn('default', 'summary', 'github-actions'), '--reporters'), repeats: true },
    // Reports in the output or the folder of the run, besides the profile.
    {
      ...valued(coverageReports, ...bothCases('--coverageReporters')),
      repeats: true,
    },
    toggle('--colors', '--color'),
    toggle(...bothCases('--detectLeaks')),
    toggle(...bothCases('--injectGlobals')),
    toggle(...bothCases('--onlyFailures', '-f')),
    toggle(...bothCases('--useStderr')),
    toggle(...bothCases('--testLocationInResults')),
    toggle(...bothCases('--clearMocks')),
    toggle(...bothCases('--resetMocks')),
    toggle(...bothCases('--restoreMocks')),
    toggle(...bothCases('--resetModules')),
    toggle(...bothCases('--watchman')),
    alone('--no-watchman'),
    toggle(...bothCases('--workerThreads')),
    toggle(...bothCases('--waitForUnhandledRejections')),
    toggle(...bothCases('--skipFilter')),
    alone(...bothCases('--no-injectGlobals')),
    alone('--no-ci'),
    alone(...bothCases('--no-detectOpenHandles')),
    alone(...bothCases('--no-errorOnDeprecated')),
    alone(...bothCases('--no-passWithNoTests')),
    alone(...bothCases('--no-forceExit')),
    alone(...bothCases('--no-clearMocks')),
    alone(...bothCases('--no-resetMocks')),
    alone(...bothCases('--no-restoreMocks')),
    alone('--no-randomize'),
    alone('--no-expand'),
    alone('--no-silent'),
    { ...valued(name, ...bothCases('--ignoreProjects')), repeats: true },
    valued(memory, ...bothCases('--workerIdleMemoryLimit')),
    // The names of jest's own packages; any other is loaded.
    valued(builtIn('node', 'jsdom'), '--env', '--testEnvironment', '--test-environment'),
    asItIs('--watch=false', '--no-watch', '--watchAll=false', '--watch-all=false', '--no-watchAll', '--no-watch-all'),
    asItIs('--updateSnapshot=false', '--update-snapshot=false', '--notify=false', '--no-notify', '--debug=false'),
    asItIs('--json', '--json=true', '--listTests=false', '--lastCommit=false', '--onlyChanged=false', '--no-verbose'),
    { ...alone('--no-color', '--no-colors'), redundant: true },
    {
      ...toggle('--coverage', '--collectCoverage', '--collect-coverage'),
      value: { kind: 'word', words: ['true'] },
      redundant: true,
    },
  ],
  expresses: ['run', 'verbose'],
  profile: { file: 'coverage/lcov.info', format: 'lcov' },
  results: 'results.json',
  // Jest reads a pattern for paths; a path that exists is escaped to match literally.
  select: (field, value, root) =>
    judgeSelection(field, value, async () => {
      const place = await judgePlace(field, value, root);
      if ('code' in place) return place;
      return place.relative === '.' ? [] : [place.type === 'nothing' ? place.relative : escape(place.relative)];
    }),
  arguments: (wishes, { folder }) => [
    // A list takes every word behind it, so that a flag without one must follow.
    '--coverageReporters=lcovonly',
    '--coverage',
    `--coverageDirectory=${path.join(folder, 'coverage')}`,
    '--coverageThreshold={}',
    '--json',
    `--outputFile=${path.join(folder, 'results.json')}`,
    '--watchAll=false',
    ...(wishes.verbose ? ['--verbose'] : []),
    ...(wishes.run === undefined ? [] : [`--testNamePattern=${wishes.run}`]),
    ...wishes.flags,
    ...rest(wishes.selection, wishes.changed),
  ],
  ending: (remains) => {
    if (/^No tests found, exiting with code/m.test(remains.output)) {
      return { end: 'no_tests', failedTests: [], failedFiles: [], failed: 0, total: 0 };
    }
    const ending = readJestJson(remains);
    return ending ? unlessCrashed(ending, remains.exitCode) : crashed;
  },
};

const rest = (selection: readonly string[], changed: readonly string[]): readonly string[] => {
  if (selection.length > 0) return ['--', ...selection];
  return changed.length > 0 ? ['--findRelatedTests', '--passWithNoTests', '--', ...changed] : [];
};

const escape = (file: string): string => file.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
