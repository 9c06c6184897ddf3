import path from 'node:path';
import { alone, valued, values } from '../input/flag-rule.ts';
import type { ValueRule } from '../input/flag-rule.ts';
import { crashed, endingOf, missing, unlessCrashed } from '../results/endings.ts';
import { readJUnit } from '../results/read-junit.ts';
import type { JUnitCase } from '../results/read-junit.ts';
import { judgeSelection } from './judge-selection.ts';
import { judgeTestFile } from './test-file.ts';
import type { Runner } from './runner.ts';

const { count, seconds, seed } = values;

/** An expression over marks: names, `and`, `or`, `not`, brackets. */
const marks: ValueRule = { kind: 'text', pattern: /^[A-Za-z_(][A-Za-z0-9_() ]{0,199}$/, example: 'not slow' };
/** A level by its name or number. */
const logLevel: ValueRule = {
  kind: 'text',
  pattern: /^(?:debug|info|warning|error|critical|[0-9]{1,2})$/i,
  example: 'INFO',
};
/**
 * Python imports the module of a category with a dot; built-in ones have none, and pytest itself is loaded already. The
 * module and line behind the category are only compared with where a warning comes from.
 */
const warningFilter: ValueRule = {
  kind: 'text',
  pattern:
    /^(?:error|ignore|always|default|module|once)(?::[^:]{0,200}(?::(?:Warning|(?:pytest\.Pytest)?[A-Z][A-Za-z]*Warning)?(?::[\w.]{0,100}(?::[0-9]{0,6})?)?)?)?$/,
  example: 'ignore::DeprecationWarning',
  loads: true,
};
const words = (...given: readonly string[]): ValueRule => ({ kind: 'word', words: given });

/** A format of `logging`, which fills in fields of a record by name. A width of many digits would exhaust memory. */
const format: ValueRule = {
  kind: 'text',
  pattern: /^(?!.*%(?:\(\w*\))?[^%A-Za-z]*[0-9]{4})[%()[\]A-Za-z0-9_ :.,/+-]{1,200}$/,
  example: '%(message)s',
};
const indent: ValueRule = { kind: 'text', pattern: /^(?:true|false|on|off|[0-9]{1,3})$/i, example: 'true' };
const logger: ValueRule = { kind: 'text', pattern: /^[A-Za-z_][\w.]{0,99}$/, example: 'urllib3' };
/** Plugins that neither measure nor report: a run without them is still a whole one. Any other name is loaded. */
const withoutPlugins =
  'cacheprovider randomly random_order warnings faulthandler xdist doctest logging unraisableexception threadexception anyio sugar timeout rerunfailures stepwise asyncio benchmark pastebin nose flaky hypothesispytest mock pytest_mock django'
    .split(' ')
    .map((name) => `no:${name}`);

/**
 * Names of tests or parts of them, `and`, `or`, `not`, brackets. Refuses calls and strings of Python, because pytest
 * before 5.4 had Python evaluate the expression.
 */
const judgeExpression = (value: string): string | undefined => {
  const odd = /[^\p{L}\p{M}\p{N}_\s:+\-.[\]\\/()]/u.exec(value)?.[0];
  if (odd !== undefined)
    return `a pytest expression cannot contain '${odd}'; use only names, parentheses, 'and', 'or' and 'not'`;
  const calls = /\(\s*\)|[\w\])]\s*\((?<!(?<![\w.])(?:and|or|not)\s*\()/u.test(value);
  return calls ? 'a pytest expression cannot contain empty parentheses or calls such as f(x)' : undefined;
};

/** The names under which pytest looks for tests unless a project says otherwise. */
const isPythonTest = (file: string): boolean => /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(file);

export const pytest: Runner = {
  name: 'pytest',
  flags: [
    { ...valued({ kind: 'filter' }, '-k'), means: 'run' },
    { ...alone('--verbose', '-v', '-vv', '-vvv'), means: 'verbose' },
    valued(marks, '-m'),
    alone('--exitfirst', '-x'),
    alone('--quiet', '-q', '-qq'),
    alone('-s'),
    alone('--showlocals', '-l'),
    alone('--last-failed', '--lf'),
    alone('--failed-first', '--ff'),
    alone('--new-first', '--nf'),
    alone('--stepwise', '--sw'),
    alone('--no-header'),
    alone('--no-summary'),
    alone('--disable-warnings', '--disable-pytest-warnings'),
    alone('--strict-markers', '--strict'),
    alone('--strict-config'),
    alone('--runxfail'),
    alone('--setup-show'),
    alone('--full-trace'),
    alone('--cov-branch'),
    valued(count, '--maxfail'),
    valued(count, '--durations'),
    valued(seconds, '--durations-min'),
    valued(count, '--reruns'),
    valued(seconds, '--reruns-delay'),
    valued(seconds, '--timeout'),
    valued(
      { kind: 'text', pattern: /^(?:[0-9]{1,2}|1[01][0-9]|12[0-8]|auto|logical)$/, example: '2' },
      '--numprocesses',
      '-n',
    ),
    valued(words('load', 'loadscope', 'loadfile', 'loadgroup', 'worksteal', 'no', 'each'), '--dist'),
    valued(words('auto', 'long', 'short', 'line', 'native', 'no'), '--tb'),
    valued(words('fd', 'sys', 'no', 'tee-sys'), '--capture'),
    valued(words('no', 'stdout', 'stderr', 'log', 'all'), '--show-capture'),
    valued(words('yes', 'no', 'auto'), '--color'),
    valued({ kind: 'text', pattern: /^[fEsxXpPwaAN]{1,11}$/, example: 'fE' }, '-r'),
    valued(logLevel, '--log-level'),
    valued(logLevel, '--log-cli-level'),
    { ...valued(warningFilter, '-W', '--pythonwarnings'), repeats: true },
    {
      ...valued({ kind: 'word', words: withoutPlugins, loads: true, controls: /^no:[\w.-]+$/ }, '-p'),
      attached: true,
      repeats: true,
    },
    valued(count, '--verbosity'),
    valued(words('all', 'none'), '--last-failed-no-failures', '--lfnf'),
    valued(words('yes', 'no'), '--code-highlight'),
    valued(words('test'), '--cov-context'),
    // Reports in the output, besides the profile.
    {
      ...valued(
        {
          kind: 'word',
          words: ['term', 'term-missing', 'term:skip-covered', 'term-missing:skip-covered'],
          writes: true,
        },
        '--cov-report',
      ),
      repeats: true,
    },
    // Either one leaves the order in which modules are found as it is.
    valued({ kind: 'word', words: ['prepend', 'importlib'], controls: /^/ }, '--import-mode'),
    alone('--asyncio-debug'),
    alone('--loadscope-reorder'),
    alone('--no-loadscope-reorder'),
    alone('--fail-on-flaky'),
    alone('--force-sugar'),
    alone('--randomly-dont-reorganize'),
    alone('--randomly-dont-reset-seed'),
    alone('--timeout-disable-debugger-detection'),
    alone('--keep-duplicates'),
    alone('--doctest-continue-on-failure'),
    alone('--trace-config'),
    valued(words('auto', 'strict'), '--asyncio-mode'),
    valued(words('signal', 'thread'), '--timeout-method'),
    valued(seconds, '--session-timeout'),
    valued(count, '--maxprocesses'),
    valued(count, '--max-worker-restart'),
    valued(seed, '--hypothesis-seed'),
    alone('--hypothesis-show-statistics'),
    alone('--stepwise-skip', '--sw-skip'),
    alone('--continue-on-collection-errors'),
    alone('--no-showlocals'),
    alone('--no-cov-on-fail'),
    alone('--benchmark-skip'),
    alone('--benchmark-disable'),
    valued(seed, '--randomly-seed'),
    valued(seed, '--random-order-seed'),
    valued(words('global', 'package', 'module', 'class', 'parent', 'grandparent', 'none'), '--random-order-bucket'),
    valued(words('plain', 'rewrite'), '--assert'),
    valued(words('function', 'class', 'module', 'session'), '--repeat-scope'),
    valued(words('quiet', 'normal', 'verbose', 'debug'), '--hypothesis-verbosity'),
    valued(values.name, '--hypothesis-profile'),
    valued(count, '--count'),
    valued(count, '--max-warnings'),
    valued(count, '--benchmark-min-rounds'),
    valued(indent, '--log-auto-indent'),
    valued(format, '--log-format'),
    valued(format, '--log-date-format'),
    valued(format, '--log-cli-format'),
    valued(format, '--log-cli-date-format'),
    { ...valued(logger, '--log-disable'), repeats: true },
    { ...valued({ kind: 'filter' }, '--only-rerun'), repeats: true },
    { ...valued({ kind: 'filter' }, '--rerun-except'), repeats: true },
    alone('--no-fold-skipped'),
    alone('--xfail-tb'),
    alone('--force-short-summary'),
    alone('--stepwise-reset', '--sw-reset'),
    alone('--random-order'),
    alone('--forked'),
    alone('--benchmark-only'),
    alone('--benchmark-disable-gc'),
    alone('--reuse-db'),
    alone('--create-db'),
    alone('--no-migrations', '--nomigrations'),
    alone('--migrations'),
    { ...valued({ kind: 'path' }, '--ignore'), repeats: true },
    {
      ...valued({ kind: 'text', pattern: /^[A-Za-z0-9_./][^=]*$/, example: 'tests/test_a.py::test_b' }, '--deselect'),
      repeats: true,
    },
  ],
  shortForms: { clusters: true, attached: ['-k', '-n', '-r'] },
  expresses: ['run', 'tags', 'verbose'],
  judgeRun: judgeExpression,
  profile: { file: 'coverage.xml', format: 'cobertura' },
  results: 'results.xml',
  // `path::Class::test[parameter]`; only the path leads anywhere.
  select: (field, value, root) =>
    judgeSelection(field, value, async () => {
      const [file = '', ...names] = value.split('::');
      const place = await judgeTestFile(field, file, { root, isTest: isPythonTest });
      return 'code' in place ? place : [[place.argument, ...names].join('::')];
    }),
  arguments: (wishes, { folder }) => [
    `--cov-report=xml:${path.join(folder, 'coverage.xml')}`,
    '--cov-fail-under=0',
    '-o',
    'junit_family=xunit1',
    `--junitxml=${path.join(folder, 'results.xml')}`,
    ...(wishes.verbose ? ['-v'] : []),
    ...(wishes.run === undefined ? [] : [`-k=${wishes.run}`]),
    ...(wishes.tags.length > 0 ? [`-m=${wishes.tags.join(' or ')}`] : []),
    ...wishes.flags,
    ...(wishes.selection.length > 0 ? wishes.selection : changedTests(wishes.changed)),
  ],
  environment: ({ folder }) => ({ COVERAGE_FILE: path.join(folder, 'data'), PYTHONUNBUFFERED: '1' }),
  ending: ({ exitCode, results, output }) => {
    if (exitCode === 4 && /unrecognized arguments:.*--cov/.test(output)) return missing;
    if (/No module named '?pytest/.test(output) && results === undefined) return missing;
    // The path exists, but the name after it may not be that of a test.
    if (exitCode === 5 || (exitCode === 4 && /^ERROR: (?:not found|found no collectors)/m.test(output))) {
      return { end: 'no_tests', failedTests: [], failedFiles: [], failed: 0, total: 0 };
    }
    const cases = results === undefined ? undefined : readJUnit(results);
    if (!cases || exitCode === 3 || exitCode === 4) return crashed;
    return unlessCrashed(judgeCases(cases), exitCode);
  },
};

/** Only if nothing else was changed: pytest cannot tell which tests a source concerns. */
const changedTests = (changed: readonly string[]): readonly string[] =>
  changed.every((file) => isPythonTest(file)) ? changed : [];

const judgeCases = (cases: readonly JUnitCase[]): ReturnType<typeof endingOf> => {
  // A file that cannot be imported is a case without a class.
  const isFile = ({ className }: JUnitCase): boolean => className === '';
  const failed = cases.filter(({ outcome }) => outcome === 'failed' || outcome === 'error');
  return endingOf({
    failedTests: failed.filter((test) => !isFile(test)).map((test) => nodeId(test)),
    failedFiles: failed.filter((test) => isFile(test)).map(({ file, name }) => file ?? name),
    failed: failed.filter((test) => !isFile(test)).length,
    total: cases.filter(({ outcome }) => outcome !== 'skipped').length,
  });
};

/** The name by which pytest runs the same test again. */
const nodeId = ({ file, className, name }: JUnitCase): string => {
  if (file === undefined) return `${className}.${name}`;
  const module = file.replace(/\.py$/, '').replaceAll('/', '.');
  const classes = className.startsWith(`${module}.`) ? className.slice(module.length + 1).split('.') : [];
  return [file, ...classes, name].join('::');
};
