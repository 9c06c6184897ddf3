/** One option of `recourse coverage …`: a field of the tool, as a terminal writes it. */
export interface CoverageOption {
  readonly field: string;
  readonly type: 'text' | 'number' | 'switch' | 'list';
  readonly help: string;
}

/** One verb: a tool of the coverage server, under its own name. */
export interface CoverageVerb {
  readonly tool: string;
  readonly summary: string;
  readonly about: string;
  readonly options: readonly CoverageOption[];
  readonly examples: readonly string[];
}

const text = (field: string, help: string): CoverageOption => ({ field, type: 'text', help });
const number = (field: string, help: string): CoverageOption => ({ field, type: 'number', help });
const flag = (field: string, help: string): CoverageOption => ({ field, type: 'switch', help });
const list = (field: string, help: string): CoverageOption => ({ field, type: 'list', help });

const configPath = text('configPath', 'the policy; .coverctl.yaml unless given');
const profile = text('profile', 'a coverage profile; that of the last run by default');
const domains = list('domains', 'only this domain; may be repeated');
const verbosity = text('verbosity', 'brief, normal (default) or verbose');
const cursor = text('cursor', 'where to go on: a cursor of the same call');
const run = [
  text('language', 'go, python, typescript or javascript'),
  text('tags', 'build tags, comma-separated (Go)'),
  flag('race', 'with the race detector (Go)'),
  flag('short', 'short tests only (Go)'),
  flag('verbose', 'let the runner say more'),
  text('timeout', 'stop the tests after this time: 30s, 10m'),
  list('testArgs', 'a further argument of the runner; may be repeated'),
];

export const coverageVerbs: readonly CoverageVerb[] = [
  {
    tool: 'check',
    summary: 'run the tests of a project and say whether its coverage holds',
    about: 'Runs the tests and holds what they cover to the policy of the project.',
    options: [
      configPath,
      profile,
      flag('fromProfile', 'judge the profile that is there, and run nothing'),
      domains,
      number('failUnder', 'fail if the whole is below, in percent'),
      flag('ratchet', 'fail if the whole is below the last record'),
      ...run,
      text('run', 'only tests whose names match'),
      flag('incremental', 'only the tests and lines of what has changed'),
      text('incrementalRef', 'since this commit; HEAD~1 unless given'),
      text('diffRef', 'judge the lines changed since this commit too'),
      flag('dryRun', 'show what would be run, and run nothing'),
      verbosity,
      cursor,
    ],
    examples: ['recourse coverage check', 'recourse coverage check --from-profile --profile coverage/lcov.info'],
  },
  {
    tool: 'debt',
    summary: 'say what is below its minimum, and where lines are missing',
    about: 'Shows what is below its minimum by the last profile, and where.',
    options: [configPath, profile, verbosity, cursor],
    examples: ['recourse coverage debt --verbosity brief'],
  },
  {
    tool: 'suggest',
    summary: 'suggest minimums that hold what is covered now',
    about: 'Suggests minimums; none is ever lowered.',
    options: [
      configPath,
      profile,
      text('strategy', 'current (default), aggressive or conservative'),
      flag('writeConfig', 'write what was raised into the policy'),
    ],
    examples: ['recourse coverage suggest --write-config'],
  },
  {
    tool: 'init',
    summary: 'write a coverage policy for a project',
    about: 'Writes a commented .coverctl.yaml with a domain for each part.',
    options: [
      configPath,
      text('language', 'go, python, typescript or javascript'),
      flag('force', 'replace a policy that is there'),
    ],
    examples: ['recourse coverage init'],
  },
  {
    tool: 'report',
    summary: 'show how coverage stands, and write it as a page',
    about: 'Shows the last profile, whether it holds or not.',
    options: [
      configPath,
      profile,
      domains,
      flag('showUncovered', 'as by default; --no-show-uncovered for less'),
      text('diffRef', 'judge the lines changed since this commit'),
      text('output', 'write an .html page with the sources'),
      verbosity,
      cursor,
    ],
    examples: ['recourse coverage report --output coverage.html'],
  },
  {
    tool: 'record',
    summary: 'add how coverage stands to the history',
    about: 'Writes an entry that later checks with --ratchet compare with.',
    options: [
      configPath,
      profile,
      text('historyPath', 'another file than .cover/history.json'),
      text('commit', 'the one that is checked out unless given'),
      text('branch', 'the one that is checked out unless given'),
      flag('run', 'run the tests first'),
      domains,
      ...run,
      text('testRun', 'only tests whose names match'),
    ],
    examples: ['recourse coverage record --run'],
  },
  {
    tool: 'compare',
    summary: 'compare two coverage profiles',
    about: 'Says what is covered better or worse in one profile than in another.',
    options: [
      configPath,
      text('baseProfile', 'the profile to compare with (needed)'),
      text('headProfile', 'what is compared; that of the last run unless given'),
      verbosity,
      cursor,
    ],
    examples: ['recourse coverage compare --base-profile main.info'],
  },
  {
    tool: 'badge',
    summary: 'make an SVG badge',
    about: 'Makes an SVG badge with the coverage of the whole.',
    options: [
      configPath,
      profile,
      text('output', 'write it to this .svg file'),
      text('label', 'coverage unless given'),
      text('style', 'flat (default) or flat-square'),
    ],
    examples: ['recourse coverage badge --output docs/coverage.svg'],
  },
  {
    tool: 'pr-comment',
    summary: 'write how coverage stands into a pull request on GitHub',
    about: 'Writes one comment, and updates it in place. GITHUB_TOKEN says as whom.',
    options: [
      configPath,
      profile,
      text('baseProfile', 'a profile to compare with'),
      text('provider', 'auto (default) or github'),
      number('prNumber', 'that of the pipeline unless given'),
      text('owner', 'that of GITHUB_REPOSITORY unless given'),
      text('repo', 'that of GITHUB_REPOSITORY unless given'),
      flag('updateExisting', 'as by default; --no-update-existing adds one'),
      flag('dryRun', 'show the text and write nothing'),
    ],
    examples: ['recourse coverage pr-comment --pr-number 12 --dry-run'],
  },
];

/** `fromProfile` as `from-profile`. */
export const flagName = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
