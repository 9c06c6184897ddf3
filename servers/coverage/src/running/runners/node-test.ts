import path from 'node:path';
import { alone, valued, values } from '../input/flag-rule.ts';
import { crashed, endingOf, unlessCrashed } from '../results/endings.ts';
import { readJUnit } from '../results/read-junit.ts';
import type { JUnitCase } from '../results/read-junit.ts';
import { judgeSelection } from './judge-selection.ts';
import { judgeTestFile } from './test-file.ts';
import type { Remains, Runner } from './runner.ts';

const { count, shard } = values;

/** The names under which Node itself looks for tests. */
export const isNodeTest = (file: string): boolean =>
  /(?:^|\/)(?:[^/]*[._-]test|test|test-[^/]+)\.[cm]?js$/.test(file) ||
  /(?:^|\/)test\/(?:[^/]+\/)*[^/]+\.[cm]?js$/.test(file);

export const nodeTest: Runner = {
  name: 'node-test',
  languages: ['javascript', 'typescript'],
  flags: [
    { ...valued({ kind: 'filter' }, '--test-name-pattern', '-t'), means: 'run' },
    { ...alone('--verbose', '-v'), means: 'verbose' },
    alone('--test-only'),
    alone('--test-force-exit'),
    valued(count, '--test-concurrency'),
    valued(count, '--test-timeout'),
    valued(shard, '--test-shard'),
    { ...alone('--test', '--experimental-test-coverage'), redundant: true },
  ],
  expresses: ['run', 'verbose'],
  profile: { file: 'lcov.info', format: 'lcov' },
  results: 'results.xml',
  select: (field, value, root) =>
    judgeSelection(field, value, async () => {
      const place = await judgeTestFile(field, value, { root, isTest: isNodeTest });
      return 'code' in place ? place : [`./${place.relative}`];
    }),
  arguments: (wishes, { folder }, { base }) => [
    '--experimental-test-coverage',
    ...report('lcov', path.join(folder, 'lcov.info')),
    ...report('junit', path.join(folder, 'results.xml')),
    ...report('spec', 'stdout'),
    ...(wishes.run === undefined ? [] : [`--test-name-pattern=${wishes.run}`]),
    ...wishes.flags,
    // The words of the project's script may name files of their own.
    ...(base.includes('--test') ? [] : ['--test']),
    ...(wishes.selection.length > 0 ? wishes.selection : changedTests(wishes.changed)),
  ],
  ending: (remains) => {
    const cases = remains.results === undefined ? undefined : readJUnit(remains.results);
    return cases ? unlessCrashed(judgeCases(cases, remains), remains.exitCode) : crashed;
  },
};

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
