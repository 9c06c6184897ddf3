import type { RunnerName } from '../plan.ts';

/** The kinds of harm that a caller could do with a flag. */
export type Danger = 'loads' | 'writes' | 'controls' | 'waits';

/** Flags by what they could do, as their runner documents them, separated by spaces. A final `*` stands for any ending. */
type Dangers = Readonly<Partial<Record<Danger, string>>>;

/** The words of the contract for a flag that loads code. */
export const loadsCode = 'can load arbitrary code via the underlying test runner';

/** The words for each danger, as a refusal states them. */
export const reasons: Readonly<Record<Danger, string>> = {
  loads: loadsCode,
  writes: 'can write files other than the profile of the run',
  controls: 'changes how the tests are run or measured, which the server controls',
  waits: 'keeps the runner waiting for input or changes instead of exiting',
};

/** Flags that the contract denies for every runner. */
const everywhere: Dangers = { loads: '--rootdir --require --node-options -D* -I* -P*' };

const nodeInspector = '--inspect --inspect-brk --inspect-wait --inspect-port';

const mocha: Dangers = {
  loads: `-r --file --config --package --opts --node-option -n --spec ${nodeInspector}`,
  writes: '--reporter-option* -O --report-dir --reports-dir --temp-dir*',
  controls: '--dry-run --list-files --list-reporters --list-interfaces --extension --ignore',
  waits: '--watch* -w',
};

/**
 * Why each runner's flags are refused. The list of allowed flags decides what is refused; this one only gives the
 * reason, so a flag that is missing here is still refused, as one that is not known to be safe.
 */
const dangers: Readonly<Record<RunnerName, Dangers>> = {
  vitest: {
    loads: `--config -c --configLoader --root -r --dir --workspace --globalSetup --setupFiles --runner --diff --sequence.sequencer --execArgv --poolOptions.forks.execArgv --poolOptions.threads.execArgv --poolOptions.vmForks.execArgv --poolOptions.vmThreads.execArgv --browser.provider --browser.testerHtmlPath --browser.orchestratorScripts --typecheck.checker --alias* --snapshotEnvironment --coverage.customProviderModule --coverage.reporter ${nodeInspector}`,
    writes: '--outputFile* --attachmentsDir --cache* --update -u --coverage.reportsDirectory --mergeReports',
    controls:
      '--browser* --typecheck* --poolOptions* --coverage* --dangerouslyIgnoreUnhandledErrors --exclude --list* --mode --silent*',
    waits: '--watch* -w --ui --open --api* --standalone',
  },
  jest: {
    loads: `--config -c --rootDir --roots --projects --globalSetup --globalTeardown --setupFiles* --runner --testRunner --transform* --resolver --preset --filter --testEnvironment* --env --moduleDirectories --modulePaths --moduleNameMapper --prettierPath --haste --dependencyExtractor --testSequencer --snapshotSerializers --snapshotResolver --watchPlugins --testResultsProcessor --coverageReporters --globals ${nodeInspector}`,
    writes: '--outputFile --coverageDirectory --cacheDirectory --updateSnapshot -u --init --clearCache',
    controls: '--coverage* --collectCoverage* --listTests --showConfig --testMatch --testRegex',
    waits: '--watch* --debug',
  },
  'node-test': {
    loads: `--import -r --loader --experimental-loader --eval -e --print -p --env-file* --test-global-setup --conditions -C --experimental-config-file --snapshot-blob --run --openssl-config ${nodeInspector}`,
    writes:
      '--test-reporter-destination --cpu-prof* --heap-prof* --heapsnapshot* --prof --report-* --diagnostic-dir --redirect-warnings --trace-event* --test-update-snapshots --build-snapshot',
    controls: '--test-coverage-* --check -c',
    waits: '--watch* --interactive -i',
  },
  pytest: {
    loads:
      '-c --config-file --confcutdir -o --override-ini --pdbcls --pyargs --doctest-modules --doctest-glob --cov-config --tx --px --rsyncdir --ds --dc',
    writes:
      '--basetemp --junitxml --junit-xml --log-file* --html --cov-report --report-log --resultlog --cache-clear --debug --benchmark-save* --benchmark-json --benchmark-storage --snapshot-update --profile*',
    controls:
      '--cov* --no-cov --co --collect-only --setup-plan --setup-only --fixtures* --markers --version -V --help -h --noconftest',
    waits: '--pdb --trace --looponfail -f',
  },
  'go-test': {
    loads:
      '-exec -toolexec -vettool -overlay -modfile -C -compiler -gccgoflags -gcflags -asmflags -ldflags -pkgdir -workfile',
    writes:
      '-o -outputdir -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -artifacts -test.outputdir -test.coverprofile -work',
    controls: '-c -n -i -list -covermode -coverpkg -args -test.* -pgo -buildmode',
    waits: '-fuzz',
  },
  c8: mocha,
  nyc: mocha,
};

/** Returns why a runner's flag is refused. One that no list names is refused anyway, and that is the reason. */
export const whyDangerous = (
  flag: string,
  runner: RunnerName,
): { readonly reason: string; readonly loads: boolean } => {
  for (const table of [everywhere, dangers[runner]]) {
    for (const danger of Object.keys(reasons) as Danger[]) {
      if (table[danger]?.split(' ').some((name) => isNamed(flag, name)) === true) {
        return { reason: reasons[danger], loads: danger === 'loads' };
      }
    }
  }
  return { reason: `is not on the list of flags that are known to be safe for ${runner}`, loads: false };
};

const isNamed = (flag: string, name: string): boolean =>
  name.endsWith('*') ? spell(flag).startsWith(spell(name.slice(0, -1))) : spell(flag) === spell(name);

/** One spelling for `--setupFiles`, `--setup-files`, and Go's `-exec` and `--exec`; short flags stay as they are. */
const spell = (flag: string): string => {
  const [, dashes = '', name = ''] = /^(-{0,2})(.*)$/s.exec(flag) ?? [];
  if (name.length < 2 || (dashes === '-' && /^[A-Z]/.test(name))) return flag;
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
};
