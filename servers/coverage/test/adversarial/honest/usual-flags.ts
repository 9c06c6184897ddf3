import { honestArguments } from '../case.ts';
import type { HonestCase } from '../case.ts';

/** Flags that projects have in their scripts and pipelines. Several of them are refused with other values. */
export const usualFlags: readonly HonestCase[] = [
  ...honestArguments(
    { class: 'usual-flag', project: 'vitest' },
    {
      executed: [
        [['--watch=false', '--no-watch', '--ui=false', '--update=false', '--open=false'], ['run']],
        [
          ['--vmMemoryLimit=512MB', '--no-silent', '--no-globals'],
          ['--vmMemoryLimit=512MB', '--no-silent', '--no-globals'],
        ],
      ],
      planned: [
        [['--vm-memory-limit', '0.5'], ['--vmMemoryLimit=0.5']],
        [['--minWorkers=1']],
        [['--strictTags'], ['--strictTags=true']],
        [['--detectAsyncLeaks'], ['--detectAsyncLeaks=true']],
        [['--no-passWithNoTests']],
        [['--no-clear-screen'], ['--no-clearScreen']],
        [['--typecheck=false', '--browser=false'], ['run']],
      ],
    },
  ),
  ...honestArguments(
    { class: 'usual-flag', project: 'jest' },
    {
      executed: [
        [
          ['--watchAll=false', '--watch=false', '--no-notify', '--updateSnapshot=false', '--json'],
          ['--watchAll=false'],
        ],
        [
          ['--env=node', '--workerThreads', '--workerIdleMemoryLimit=512MB', '--waitForUnhandledRejections'],
          ['--env=node', '--workerThreads=true', '--workerIdleMemoryLimit=512MB'],
        ],
      ],
      planned: [
        [['--testEnvironment', 'jsdom'], ['--env=jsdom']],
        [['--ignoreProjects=slow']],
        [['--skipFilter'], ['--skipFilter=true']],
        [['--no-injectGlobals', '--no-randomize', '--no-expand', '--no-silent']],
        [['--listTests=false', '--onlyChanged=false', '--no-verbose'], ['--watchAll=false']],
        [['--worker-idle-memory-limit=0.2'], ['--workerIdleMemoryLimit=0.2']],
      ],
    },
  ),
  ...honestArguments(
    { class: 'usual-flag', project: 'node-test' },
    {
      executed: [
        [['--max-old-space-size=512', '--expose-gc', '--disable-warning=ExperimentalWarning', '--trace-exit']],
        [['--dns-result-order=ipv4first', '--tls-min-v1.2', '--zero-fill-buffers', '--no-addons', '--trace-sigint']],
        [['--experimental-vm-modules', '--max-http-header-size=16384', '--no-global-search-paths']],
      ],
      planned: [
        [['--test-skip-pattern=slow']],
        [['--max-semi-space-size', '64'], ['--max-semi-space-size=64']],
        [['--expose_gc'], ['--expose-gc']],
        [['--experimental-strip-types', '--experimental-test-module-mocks']],
        [['--use-system-ca', '--frozen-intrinsics', '--disallow-code-generation-from-strings']],
      ],
    },
  ),
  ...honestArguments(
    { class: 'usual-flag', project: 'pytest' },
    {
      executed: [
        [
          [
            '--log-format=%(levelname)s %(message)s',
            '--log-date-format=%H:%M:%S',
            '--assert=plain',
            '--log-auto-indent=true',
          ],
        ],
        [
          ['-W', 'error::pytest.PytestUnraisableExceptionWarning', '-p', 'no:doctest'],
          ['-W=error::pytest.PytestUnraisableExceptionWarning', '-pno:doctest'],
        ],
        [['-W', 'ignore:the old way:DeprecationWarning'], ['-W=ignore:the old way:DeprecationWarning']],
      ],
      planned: [
        [
          ['-p', 'no:xdist', '-p', 'no:logging'],
          ['-pno:xdist', '-pno:logging'],
        ],
        [['--log-disable=urllib3.connectionpool', '--log-disable=botocore']],
        [['--only-rerun=Timeout', '--rerun-except=ValueError']],
        [['--count=3', '--repeat-scope=session']],
        [['--random-order', '--random-order-seed=7', '--random-order-bucket=module']],
        [
          ['--reuse-db', '--nomigrations'],
          ['--reuse-db', '--no-migrations'],
        ],
        [['--create-db', '--migrations']],
        [['--hypothesis-profile=ci', '--hypothesis-verbosity=verbose']],
        [['--benchmark-only', '--benchmark-disable-gc', '--benchmark-min-rounds=5']],
        [['--xfail-tb', '--force-short-summary', '--no-fold-skipped']],
        [
          ['--sw', '--sw-reset'],
          ['--stepwise', '--stepwise-reset'],
        ],
        [['--forked', '--max-warnings=10']],
      ],
    },
  ),
  ...honestArguments(
    { class: 'usual-flag', project: 'go-test' },
    {
      executed: [
        [
          ['-covermode=atomic', '-coverpkg=./...', '-gcflags=all=-l'],
          ['-covermode=atomic', '-gcflags=all=-l'],
        ],
        [['-ldflags=-s -w -X main.version=1.2.3']],
      ],
      planned: [[['-gcflags=-l']], [['-pgo=off', '-buildmode=default', '-compiler=gc'], ['-json']]],
    },
  ),
];
