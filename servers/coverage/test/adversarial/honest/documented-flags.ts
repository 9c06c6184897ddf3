import { honestArguments } from '../case.ts';
import type { HonestCase } from '../case.ts';

/** Flags from the documentation of the runners. Some of them load code with other values than these. */
export const documentedFlags: readonly HonestCase[] = [
  ...honestArguments(
    { class: 'documented-flag', project: 'vitest' },
    {
      executed: [
        [['--reporter=dot', '--sequence.hooks=list', '--expect.poll.timeout=500', '--expect.poll.interval=20']],
        [
          ['--disableConsoleIntercept', '--includeTaskLocation', '--clearScreen=false', '--sequence.shuffle.tests'],
          ['--disableConsoleIntercept=true', '--includeTaskLocation=true', '--clearScreen=false'],
        ],
        [['--coverage.reporter=text', '--coverage.reporter=json-summary']],
      ],
      planned: [
        [['--reporter', 'tap-flat'], ['--reporter=tap-flat']],
        [['--reporter=verbose', '--reporter=github-actions']],
        [['--reporter=tree']],
        [['--reporter=hanging-process']],
        [['--disable-console-intercept'], ['--disableConsoleIntercept=true']],
        [['--sequence.shuffle.files'], ['--sequence.shuffle.files=true']],
        [['--expect.requireAssertions'], ['--expect.requireAssertions=true']],
        [['--sequence.hooks=parallel']],
        [['--reporter=junit']],
        [['--dom'], ['--dom=true']],
        [['--coverage.reporter', 'text-summary'], ['--coverage.reporter=text-summary']],
        [['--poolOptions.threads.singleThread'], ['--poolOptions.threads.singleThread=true']],
        [['--poolOptions.forks.singleFork=true']],
        [['--poolOptions.forks.maxForks=4', '--poolOptions.forks.minForks=1']],
        [['--poolOptions.vmThreads.maxThreads', '50%'], ['--poolOptions.vmThreads.maxThreads=50%']],
        [['--poolOptions.threads.isolate=false']],
        [['--reporter=json'], ['--reporter=json']],
        [['--coverage.reporter=lcov', '--coverage.reporter=clover']],
        [['--coverage.reporter', 'json'], ['--coverage.reporter=json']],
        [['--no-log-heap-usage'], ['--no-logHeapUsage']],
        [['--no-allowOnly']],
      ],
    },
  ),
  ...honestArguments(
    { class: 'documented-flag', project: 'jest' },
    {
      executed: [
        [['--testPathPattern=math'], ['--', 'math']],
        [
          ['--reporters=default', '--injectGlobals', '--useStderr', '--clearMocks', '--restoreMocks', '--resetModules'],
          ['--reporters=default', '--injectGlobals=true', '--useStderr=true', '--clearMocks=true'],
        ],
        [
          ['--testPathIgnorePatterns=slow', '--testLocationInResults', '--no-watchman', '--colors'],
          ['--testPathIgnorePatterns=slow', '--testLocationInResults=true', '--no-watchman', '--colors=true'],
        ],
        [['--coverageReporters=text', '--coverage-reporters', 'json-summary'], ['--coverageReporters=json-summary']],
      ],
      planned: [
        [['--testPathPatterns', 'src/math'], ['src/math']],
        [['--test-path-pattern=math'], ['math']],
        [['--reporters=default', '--reporters=summary']],
        [['--reporters', 'github-actions'], ['--reporters=github-actions']],
        [['--detectLeaks'], ['--detectLeaks=true']],
        [['--injectGlobals=false']],
        [['-f'], ['--onlyFailures=true']],
        [['--resetMocks'], ['--resetMocks=true']],
        [['--watchman=false']],
        [['--coverageReporters=text-summary']],
        [['--coverageReporters=lcov', '--coverageReporters=clover']],
        [['--coverageReporters', 'cobertura'], ['--coverageReporters=cobertura']],
        [['--coverageReporters=lcovonly']],
        [['--verbose=true'], ['--verbose']],
        [['--verbose=false'], ['--watchAll=false']],
        [['--runInBand=true'], ['--runInBand']],
        [['--no-runInBand'], ['--watchAll=false']],
        [['--seed=-2147483648']],
        [
          ['--no-ci', '--no-detectOpenHandles'],
          ['--no-ci', '--no-detectOpenHandles'],
        ],
        [['--no-passWithNoTests']],
        [['--no-error-on-deprecated'], ['--no-errorOnDeprecated']],
        [
          ['--no-force-exit', '--no-clearMocks'],
          ['--no-forceExit', '--no-clearMocks'],
        ],
      ],
    },
  ),
  ...honestArguments(
    { class: 'documented-flag', project: 'node-test' },
    {
      executed: [
        [['--no-warnings', '--no-deprecation', '--enable-source-maps', '--stack-trace-limit=50']],
        [['--trace-warnings', '--trace-uncaught', '--unhandled-rejections=strict', '--pending-deprecation']],
        [['--test-reporter=dot'], ['--test']],
      ],
      planned: [
        [['--test-reporter', 'tap'], ['--test']],
        [['--trace-deprecation']],
        [['--throw-deprecation']],
        [['--unhandled-rejections', 'warn'], ['--unhandled-rejections=warn']],
        [['--test-isolation=process'], ['--test']],
        [['--experimental-test-isolation=process'], ['--test']],
        [['--network-family-autoselection', '--network-family-autoselection-attempt-timeout=500']],
        [['--experimental-detect-module', '--experimental-wasm-modules']],
        [['--no-experimental-detect-module', '--no-experimental-webstorage']],
        [['--experimental-import-meta-resolve', '--no-extra-info-on-fatal-exception']],
      ],
    },
  ),
  ...honestArguments(
    { class: 'documented-flag', project: 'pytest' },
    {
      executed: [
        [
          ['--log-level=INFO', '--log-cli-level', 'debug', '-W', 'ignore::DeprecationWarning', '--code-highlight=no'],
          ['--log-level=INFO', '--log-cli-level=debug', '-W=ignore::DeprecationWarning', '--code-highlight=no'],
        ],
        [
          ['-p', 'no:cacheprovider', '--verbosity=2', '--continue-on-collection-errors', '--no-cov-on-fail'],
          ['-pno:cacheprovider', '--verbosity=2', '--continue-on-collection-errors', '--no-cov-on-fail'],
        ],
        [['--lfnf=none'], ['--last-failed-no-failures=none']],
        [['--cov-context=test']],
        [
          ['--cov-report=term-missing', '--cov-report', 'term', '--keep-duplicates', '--trace-config'],
          ['--cov-report=term-missing', '--cov-report=term', '--keep-duplicates', '--trace-config'],
        ],
      ],
      planned: [
        [['-W', 'error'], ['-W=error']],
        [['--pythonwarnings=error::ResourceWarning'], ['-W=error::ResourceWarning']],
        [['-p', 'no:randomly'], ['-pno:randomly']],
        [['--asyncio-mode=auto']],
        [['--timeout-method=thread', '--session-timeout=600']],
        [['--maxprocesses=4', '--max-worker-restart=0']],
        [['--hypothesis-seed=7', '--hypothesis-show-statistics']],
        [
          ['--sw', '--sw-skip'],
          ['--stepwise', '--stepwise-skip'],
        ],
        [['--no-showlocals']],
        [['--cov-report=term-missing:skip-covered', '--doctest-continue-on-failure']],
        [['--benchmark-skip']],
        [['--benchmark-disable']],
        [['-W', 'error:::tests'], ['-W=error:::tests']],
        [['-W', 'ignore::DeprecationWarning:mymodule'], ['-W=ignore::DeprecationWarning:mymodule']],
        [['-W', 'default::ResourceWarning:pkg.sub:12'], ['-W=default::ResourceWarning:pkg.sub:12']],
        [['-W', 'ignore::Warning'], ['-W=ignore::Warning']],
        [['-p', 'no:asyncio'], ['-pno:asyncio']],
        [
          ['-p', 'no:benchmark', '-p', 'no:pastebin'],
          ['-pno:benchmark', '-pno:pastebin'],
        ],
        [
          ['-p', 'no:nose', '-p', 'no:hypothesispytest'],
          ['-pno:nose', '-pno:hypothesispytest'],
        ],
        [['--import-mode=importlib']],
        [['--import-mode', 'prepend'], ['--import-mode=prepend']],
        [['--asyncio-debug', '--no-loadscope-reorder']],
        [['--randomly-dont-reorganize', '--randomly-dont-reset-seed']],
        [['--fail-on-flaky', '--force-sugar', '--timeout-disable-debugger-detection']],
      ],
    },
  ),
  ...honestArguments(
    { class: 'documented-flag', project: 'go-test' },
    {
      executed: [
        [
          ['-trimpath', '-buildvcs=false', '-vet=atomic,printf'],
          ['-trimpath=true', '-buildvcs=false', '-vet=atomic,printf'],
        ],
        [['-blockprofilerate=1', '-memprofilerate=4096', '-mutexprofilefraction=5']],
      ],
      planned: [
        [['--trimpath=true'], ['-trimpath=true']],
        [['-vet', 'all'], ['-vet=all']],
        [['-gcflags=all=-N -l']],
        [['-gcflags=-N -l']],
        [['-gcflags=-N']],
      ],
    },
  ),
];
