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

const configPath = text('configPath', 'the policy file (default: .coverctl.yaml)');
const profile = text('profile', 'a coverage profile (default: that of the last run)');
const domains = list('domains', 'only this domain; repeatable');
const verbosity = text('verbosity', 'brief, normal (default) or verbose');
const cursor = text('cursor', 'continue from the cursor of the previous call');
const run = [
  text('language', 'go, python, typescript or javascript'),
  text('tags', 'build tags or pytest markers, comma-separated'),
  flag('race', 'use the race detector (Go)'),
  flag('short', 'run short tests only (Go)'),
  flag('verbose', 'verbose output of the test runner'),
  text('timeout', 'stop the tests after this time: 30s, 10m'),
  list('testArgs', 'an extra argument for the test runner; repeatable'),
];

export const coverageVerbs: readonly CoverageVerb[] = [
  {
    tool: 'check',
    summary: 'run the tests of a project and check its coverage',
    about: 'Runs the tests and compares their coverage with the policy of the project.',
    options: [
      configPath,
      profile,
      flag('fromProfile', 'check the existing profile without running tests'),
      domains,
      number('failUnder', 'fail if the total is below this percentage'),
      flag('ratchet', 'fail if the total is below the last recorded total'),
      ...run,
      text('run', 'only tests whose names match this pattern'),
      flag('incremental', 'only the tests and lines of changed files'),
      text('incrementalRef', 'the commit to compare with (default: HEAD~1)'),
      text('diffRef', 'also check the lines changed since this commit'),
      flag('dryRun', 'show what would run, without running it'),
      verbosity,
      cursor,
    ],
    examples: ['recourse coverage check', 'recourse coverage check --from-profile --profile coverage/lcov.info'],
  },
  {
    tool: 'debt',
    summary: 'list what is below its minimum, with line numbers',
    about: 'Lists what is below its minimum in the last profile, with line numbers.',
    options: [configPath, profile, verbosity, cursor],
    examples: ['recourse coverage debt --verbosity brief'],
  },
  {
    tool: 'suggest',
    summary: 'suggest minimums that keep the current coverage',
    about: 'Suggests minimums that are never lower than the current ones.',
    options: [
      configPath,
      profile,
      text('strategy', 'current (default), aggressive or conservative'),
      flag('writeConfig', 'write the raised minimums into the policy'),
    ],
    examples: ['recourse coverage suggest --write-config'],
  },
  {
    tool: 'init',
    summary: 'write a coverage policy for a project',
    about: 'Writes a commented .coverctl.yaml with a domain for each part of the project.',
    options: [
      configPath,
      text('language', 'go, python, typescript or javascript'),
      flag('force', 'replace an existing policy'),
    ],
    examples: ['recourse coverage init'],
  },
  {
    tool: 'report',
    summary: 'show the current coverage, and write it as an HTML page',
    about: 'Shows the last profile, whether or not it meets the policy.',
    options: [
      configPath,
      profile,
      domains,
      flag('showUncovered', 'list uncovered lines (default; or --no-show-uncovered)'),
      text('diffRef', 'check the lines changed since this commit'),
      text('output', 'write an .html page that includes the sources'),
      verbosity,
      cursor,
    ],
    examples: ['recourse coverage report --output coverage.html'],
  },
  {
    tool: 'record',
    summary: 'add the current coverage to the history',
    about: 'Writes the entry that later checks with --ratchet use as the minimum.',
    options: [
      configPath,
      profile,
      text('historyPath', 'the history file (default: .cover/history.json)'),
      text('commit', 'the commit to record (default: the current one)'),
      text('branch', 'the branch to record (default: the current one)'),
      flag('run', 'run the tests first'),
      domains,
      ...run,
      text('testRun', 'only tests whose names match this pattern'),
    ],
    examples: ['recourse coverage record --run'],
  },
  {
    tool: 'compare',
    summary: 'compare two coverage profiles',
    about: 'Compares two profiles, and shows what got better or worse.',
    options: [
      configPath,
      text('baseProfile', 'the profile to compare with; required'),
      text('headProfile', 'the profile to compare (default: that of the last run)'),
      verbosity,
      cursor,
    ],
    examples: ['recourse coverage compare --base-profile main.info'],
  },
  {
    tool: 'badge',
    summary: 'create an SVG badge',
    about: 'Creates an SVG badge with the total coverage.',
    options: [
      configPath,
      profile,
      text('output', 'write the badge to this .svg file'),
      text('label', 'the text on the left (default: coverage)'),
      text('style', 'flat (default) or flat-square'),
    ],
    examples: ['recourse coverage badge --output docs/coverage.svg'],
  },
  {
    tool: 'pr-comment',
    summary: 'comment on a GitHub pull request',
    about: 'Writes one comment and updates it in place. Needs GITHUB_TOKEN.',
    options: [
      configPath,
      profile,
      text('baseProfile', 'a profile to compare with'),
      text('provider', 'auto (default) or github'),
      number('prNumber', 'the pull request (default: that of the CI run)'),
      text('owner', 'repository owner (default: from GITHUB_REPOSITORY)'),
      text('repo', 'repository name (default: from GITHUB_REPOSITORY)'),
      flag('updateExisting', 'update in place (default; or --no-update-existing)'),
      flag('dryRun', 'show the comment without writing it'),
    ],
    examples: ['recourse coverage pr-comment --pr-number 12 --dry-run'],
  },
];

/** `fromProfile` as `from-profile`. */
export const flagName = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
