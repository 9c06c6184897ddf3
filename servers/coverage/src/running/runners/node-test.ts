import path from 'node:path';
import { alone, asItIs, builtIn, oneOf, valued, values } from '../input/flag-rule.ts';
import type { ValueRule } from '../input/flag-rule.ts';
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

/** A code or a type of warnings. */
const warningName: ValueRule = {
  kind: 'text',
  pattern: /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
  example: 'ExperimentalWarning',
};

/** Flags that print more, forbid more or enable features of Node. None of them loads or writes a file. */
const harmless = [
  '--trace-exit',
  '--trace-sigint',
  '--trace-sync-io',
  '--trace-promises',
  '--use-bundled-ca',
  '--use-system-ca',
  '--tls-min-v1.2',
  '--tls-min-v1.3',
  '--tls-max-v1.2',
  '--tls-max-v1.3',
  '--zero-fill-buffers',
  '--frozen-intrinsics',
  '--disallow-code-generation-from-strings',
  '--no-addons',
  '--network-family-autoselection',
  '--no-network-family-autoselection',
  '--no-extra-info-on-fatal-exception',
  '--experimental-detect-module',
  '--no-experimental-detect-module',
  '--experimental-wasm-modules',
  '--experimental-import-meta-resolve',
  '--no-experimental-webstorage',
  '--no-global-search-paths',
  '--experimental-strip-types',
  '--experimental-transform-types',
  '--no-experimental-strip-types',
  '--experimental-test-module-mocks',
  '--experimental-vm-modules',
  '--experimental-sqlite',
  '--no-experimental-sqlite',
  '--experimental-websocket',
  '--no-experimental-websocket',
  '--experimental-eventsource',
  '--experimental-require-module',
  '--no-experimental-require-module',
  '--no-experimental-fetch',
  '--no-experimental-global-navigator',
] as const;

/**
 * Node's own runner. The files that the project's script names are tests whatever they are called.
 * `--test-force-exit` is not allowed: Node then ends before its report of results is written.
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
    alone('--no-warnings'),
    alone('--no-deprecation'),
    alone('--enable-source-maps'),
    alone('--trace-warnings'),
    alone('--trace-deprecation'),
    alone('--trace-uncaught'),
    alone('--throw-deprecation'),
    alone('--pending-deprecation'),
    valued(oneOf('strict', 'warn', 'none', 'throw', 'warn-with-error-codes'), '--unhandled-rejections'),
    valued(count, '--stack-trace-limit'),
    { ...valued({ kind: 'filter' }, '--test-skip-pattern'), repeats: true },
    valued(count, '--max-old-space-size'),
    valued(count, '--max-semi-space-size'),
    valued(count, '--max-http-header-size'),
    valued(count, '--network-family-autoselection-attempt-timeout'),
    valued(oneOf('ipv4first', 'ipv6first', 'verbatim'), '--dns-result-order'),
    { ...valued(warningName, '--disable-warning'), repeats: true },
    alone('--expose-gc', '--expose_gc'),
    ...harmless.map((flag) => alone(flag)),
    asItIs('--test-isolation=process', '--experimental-test-isolation=process'),
    // The output is captured in any case.
    { ...valued(builtIn('spec', 'tap', 'dot'), '--test-reporter'), redundant: true },
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
        : refuseSelection(field, value, 'it contains no test files');
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

/** Only if nothing else was changed: Node cannot tell which tests a source concerns. */
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
