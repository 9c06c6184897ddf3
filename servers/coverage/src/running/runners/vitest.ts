import path from 'node:path';
import {
  alone,
  asItIs,
  bothCases,
  builtIn,
  coverageReports,
  oneOf,
  toggle,
  valued,
  values,
} from '../input/flag-rule.ts';
import type { FlagRule } from '../input/flag-rule.ts';
import { judgePlace } from '../input/judge-place.ts';
import { crashed, missing, unlessCrashed } from '../results/endings.ts';
import { readJestJson } from '../results/read-jest-json.ts';
import { judgeSelection } from './judge-selection.ts';
import type { Runner } from './runner.ts';

const { count, workers, shard, name, memory, seed } = values;

/** How many workers a pool has. Its `execArgv` loads code. */
const poolOptions = (pool: string): readonly FlagRule[] => [
  toggle(`${pool}.singleThread`),
  toggle(`${pool}.singleFork`),
  toggle(`${pool}.isolate`),
  valued(workers, `${pool}.maxThreads`),
  valued(workers, `${pool}.minThreads`),
  valued(workers, `${pool}.maxForks`),
  valued(workers, `${pool}.minForks`),
];

export const vitest: Runner = {
  name: 'vitest',
  flags: [
    { ...valued({ kind: 'filter' }, ...bothCases('--testNamePattern', '-t')), means: 'run' },
    { ...alone('--verbose', '-v'), means: 'verbose' },
    { ...valued(name, ...bothCases('--project')), repeats: true },
    { names: ['--bail'], value: count, alone: '1' },
    { names: ['--silent'], value: { kind: 'word', words: ['true', 'false', 'passed-only'] }, alone: 'true' },
    { names: bothCases('--fileParallelism'), value: values.truth, alone: 'true' },
    alone(...bothCases('--no-fileParallelism', '--no-file-parallelism')),
    alone('--no-isolate'),
    toggle('--globals'),
    toggle('--isolate'),
    toggle(...bothCases('--passWithNoTests')),
    toggle(...bothCases('--allowOnly')),
    toggle(...bothCases('--hideSkippedTests')),
    toggle(...bothCases('--logHeapUsage')),
    toggle(...bothCases('--expandSnapshotDiff')),
    toggle(...bothCases('--printConsoleTrace')),
    toggle('--sequence.concurrent'),
    toggle('--sequence.shuffle'),
    valued(seed, '--sequence.seed'),
    valued(shard, '--shard'),
    valued(count, '--retry'),
    valued(workers, ...bothCases('--maxWorkers')),
    valued(count, ...bothCases('--maxConcurrency')),
    valued(count, ...bothCases('--testTimeout')),
    valued(count, ...bothCases('--hookTimeout')),
    valued(count, ...bothCases('--teardownTimeout')),
    valued(count, ...bothCases('--slowTestThreshold')),
    valued({ kind: 'word', words: ['forks', 'threads', 'vmForks', 'vmThreads'] }, '--pool'),
    valued({ kind: 'word', words: ['node', 'jsdom', 'happy-dom', 'edge-runtime'] }, '--environment'),
    {
      ...valued(
        builtIn('default', 'verbose', 'dot', 'tap', 'tap-flat', 'tree', 'github-actions', 'hanging-process', 'junit'),
        '--reporter',
      ),
      repeats: true,
    },
    { ...valued(coverageReports, '--coverage.reporter'), repeats: true },
    toggle(...bothCases('--disableConsoleIntercept')),
    toggle('--dom'),
    toggle(...bothCases('--clearScreen')),
    toggle(...bothCases('--includeTaskLocation')),
    toggle('--sequence.shuffle.tests'),
    toggle('--sequence.shuffle.files'),
    toggle('--expect.requireAssertions'),
    valued(count, '--expect.poll.timeout'),
    valued(count, '--expect.poll.interval'),
    valued(oneOf('stack', 'list', 'parallel'), '--sequence.hooks'),
    toggle(...bothCases('--strictTags')),
    toggle(...bothCases('--detectAsyncLeaks')),
    alone('--no-globals'),
    alone('--no-silent'),
    alone(...bothCases('--no-passWithNoTests')),
    alone(...bothCases('--no-clearScreen')),
    valued(workers, ...bothCases('--minWorkers')),
    valued(memory, ...bothCases('--vmMemoryLimit')),
    asItIs('--watch=false', '--no-watch', '--ui=false', '--no-ui', '--open=false', '--no-open'),
    ...['threads', 'forks', 'vmThreads', 'vmForks'].flatMap((pool) => poolOptions(`--poolOptions.${pool}`)),
    alone(...bothCases('--no-allowOnly')),
    alone(...bothCases('--no-logHeapUsage')),
    asItIs('--reporter=json'),
    asItIs('--update=false', '--no-update', '--inspect=false', '--browser=false', '--typecheck=false'),
    { ...alone('--no-color'), redundant: true },
    { ...toggle('--run'), value: { kind: 'word', words: ['true'] }, redundant: true },
    { ...toggle('--coverage', '--coverage.enabled'), value: { kind: 'word', words: ['true'] }, redundant: true },
  ],
  expresses: ['run', 'tags', 'verbose'],
  profile: { file: 'coverage/lcov.info', format: 'lcov' },
  results: 'results.json',
  // A part of a path, and the line of a test behind it.
  select: (field, value, root) =>
    judgeSelection(field, value, async () => {
      const [, file = value, line = ''] = /^(.*?)(:[0-9]{1,6})?$/s.exec(value) ?? [];
      const place = await judgePlace(field, file, root);
      return 'code' in place ? place : [`${place.argument}${line}`];
    }),
  arguments: (wishes, { folder }) => [
    // Only `run` ends by itself.
    ...(wishes.changed.length > 0 && wishes.selection.length === 0 ? ['related', '--run'] : ['run']),
    '--coverage.enabled=true',
    '--coverage.reporter=lcovonly',
    `--coverage.reportsDirectory=${path.join(folder, 'coverage')}`,
    `--reporter=${wishes.verbose ? 'verbose' : 'default'}`,
    '--reporter=json',
    `--outputFile.json=${path.join(folder, 'results.json')}`,
    ...(wishes.run === undefined ? [] : [`--testNamePattern=${wishes.run}`]),
    ...(wishes.tags.length > 0 ? [`--tagsFilter=${wishes.tags.join(' || ')}`] : []),
    ...wishes.flags,
    ...(wishes.selection.length > 0 ? wishes.selection : wishes.changed),
  ],
  ending: (remains) => {
    if (/Cannot find dependency '@vitest\/coverage-/.test(remains.output)) return missing;
    const ending = readJestJson(remains);
    if (!ending) return crashed;
    if (ending.end === 'no_tests') return /No test files found|\bskipped\b/.test(remains.output) ? ending : crashed;
    // Thresholds of the project's own configuration are judged by the policy, not by this run.
    return /ERROR: Coverage for/.test(remains.output) ? ending : unlessCrashed(ending, remains.exitCode);
  },
};
