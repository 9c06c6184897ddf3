const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const run = (...words) => [npm, 'run', '--silent', ...words];
const prepare = (...words) => [process.execPath, 'scripts/prepare.mjs', ...words];
const recourse = (...words) => [process.execPath, 'packages/cli/dist/main.js', ...words];
const installs = (...folders) => prepare(...folders.flatMap((folder) => ['--install', folder]));

/** The site, and suites against third-party clients and servers, each in its own folder with its own lock file. */
export const interopSuites = [
  'tests/interop',
  'tests/interop/frameworks',
  'tests/interop/ordinary',
  'tests/interop/forge',
  'tests/interop/launch',
  'tests/interop/conformance',
  'tests/interop/roundtrip',
  'tests/interop/oauth',
  'tests/interop/openapi',
  'tests/interop/bundles',
  'tests/interop/registry',
  'site',
];

/** The titles that `npm test` ran, which a later step compares with those of `npm run test:full`. */
const titles = 'coverage/test-titles.json';

/**
 * The stages of CI, in order. The steps of one stage do not depend on each other and run two at a time; a stage starts
 * only when every step before it has passed.
 */
export const stages = [
  { name: 'install', steps: [{ name: 'packages', command: installs('.') }] },
  {
    name: 'static checks',
    steps: [
      { name: 'build', command: prepare() },
      { name: 'format', command: run('format:check') },
      { name: 'voice', command: run('voice') },
    ],
  },
  {
    name: 'static checks on the build',
    steps: [
      { name: 'lint', command: run('lint') },
      { name: 'unused code', command: run('unused') },
      {
        name: 'more packages',
        command: installs(
          'tests/conformance',
          'tests/json-server',
          'tests/runners',
          'tests/stage',
          'tests/interop/ordinary/more',
          ...interopSuites,
        ),
      },
    ],
  },
  {
    name: 'tests',
    steps: [
      {
        name: 'npm test',
        command: [npm, 'test', '--', '--coverage'],
        env: { RECOURSE_TITLES: titles },
        live: true,
      },
    ],
  },
  {
    name: 'interop',
    steps: [
      {
        name: 'coverage of our own tests',
        command: recourse('coverage', 'check', '--from-profile', '--profile', 'coverage/lcov.info'),
      },
      { name: 'test titles', command: run('test:titles', '--', '--ran', titles) },
      ...interopSuites.map((folder) => ({
        name: folder,
        command: [process.execPath, 'scripts/interop.mjs', folder],
      })),
    ],
  },
];
