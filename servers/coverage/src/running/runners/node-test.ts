import path from 'node:path';
import { alone, valued, values } from '../input/flag-rule.ts';
import { crashed, endingOf, unlessCrashed } from '../results/endings.ts';
import { readJUnit } from '../results/read-junit.ts';
import type { JUnitCase } from '../results/read-junit.ts';
import { listFiles } from '../find/list-files.ts';
import type { FoundRunner } from '../plan.ts';
import { isNodeTest } from './is-node-test.ts';
import { judgeSelection, refuseSelection } from './judge-selection.ts';
import { judgeTestFile } from './test-file.ts';
import type { Remains, Runner } from './runner.ts';

const { count, processes, shard } = values;

/**
 * Node's own runner. The files that the project's script names are tests whatever they are called.
 * `--test-force-exit` is no flag of it: Node then ends before its report of results is written.
 */
export const createNodeTest = ({ measured = [] }: Pick<FoundRunner, 'measured'> = {}): Runner => ({
  name: 'node-test',
  flags: [
    { ...valued({ kind: 'filter' }, '--test-name-pattern', '-t'), means: 'run' },
    { ...alone('--verbose', '-v'), means: 'verbose' },
    alone('--test-only'),
    valued(processes, '--test-concurrency'),
    valued(count, '--test-timeout'),
    valued(shard, '--test-shard'),
    { ...alone('--test', '--experimental-test-coverage'), redundant: true },
  ],
  expresses: ['run', 'verbose'],
  profile: { file: 'lcov.info', format: 'lcov' },
  results: 'results.xml',
  select: (field, value, root) =>
    judgeSelection(field, value, async () => {
      const isTest = (file: string): boolean => isNodeTest(file) || measured.includes(file);
      const place = await judgeTestFile(field, value, { root, isTest });
      if ('code' in place) return place;
      if (place.type === 'file') return [`./${place.relative}`];
      // Later versions of Node take a folder for a program.
      const files = await listFiles(root, isTest, place.relative);
      return files.length > 0
        ? files.map((file) => `./${file}`)
        : refuseSelection(field, value, 'it holds no test file');
    }),
  arguments: (wishes, { folder }) => [
    '--experimental-test-coverage',
    ...report('lcov', path.join(folder, 'lcov.info')),
    ...report('junit', path.join(folder, 'results.xml')),
    ...report('spec', 'stdout'),
    ...(wishes.run === undefined ? [] : [`--test-name-pattern=${wishes.run}`]),
    ...wishes.flags,
    '--test',
    ...firstOf(
      wishes.selection,
      changedTests(wishes.changed),
      measured.map((file) => `./${file}`),
    ),
  ],
  ending: (remains) => {
    const cases = remains.results === undefined ? undefined : readJUnit(remains.results);
    return cases ? unlessCrashed(judgeCases(cases, remains), remains.exitCode) : crashed;
  },
});

const firstOf = (...lists: readonly (readonly string[])[]): readonly string[] =>
  lists.find((list) => list.length > 0) ?? [];

const report = (reporter: string, destination: string): readonly string[] => [
  `--test-reporter=${reporter}`,
  `--test-reporter-destination=${destination}`,
];

/** Only where nothing else was changed: Node cannot tell which tests a source concerns. */
const changedTests = (changed: readonly string[]): readonly string[] =>
  changed.every((file) => isNodeTest(file)) ? changed.map((file) => `./${file}`) : [];

const judgeCases = (cases: readonly JUnitCase[], { root, output }: Remains): ReturnType<typeof endingOf> => {
  const failed = cases.filter(({ outcome }) => outcome === 'failed' || outcome === 'error');
  const isFile = ({ name }: JUnitCase): boolean => path.isAbsolute(name);
  const cannotLoad = /SyntaxError|ERR_MODULE_NOT_FOUND|Cannot find module/.test(output);
  const tests = failed.filter((test) => !isFile(test) || !cannotLoad);
  return endingOf({
    failedTests: tests.map((test) =>
      [...test.suites, isFile(test) ? path.relative(root, test.name) : test.name].join(' > '),
    ),
    failedFiles: failed.filter((test) => !tests.includes(test)).map(({ name }) => path.relative(root, name)),
    failed: tests.length,
    total: cases.filter(({ outcome }) => outcome !== 'skipped').length,
  });
};
