/**
 * Every exit status of the command, and what it means in general. The list of commands, the help of each command and
 * docs/reference/exit-statuses.md are written from this table.
 */
export const exitStatuses = {
  clean: { status: 0, means: 'success' },
  findings: { status: 1, means: 'the command ran and reported a problem, or found nothing' },
  usage: { status: 2, means: 'wrong arguments, or a file, store or setting that cannot be used' },
  undecided: { status: 3, means: 'the outcome is not known' },
  needsPerson: { status: 4, means: 'a person must act first' },
  denied: { status: 5, means: 'a person denied the call' },
  gaveUp: { status: 6, means: 'gave up, or the server cannot be reached' },
  addressInUse: { status: 7, means: 'another program is listening on the address or port' },
  bug: { status: 70, means: 'a bug in recourse' },
  cancelled: { status: 130, means: 'cancelled' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly means: string }>>;

export type ExitName = keyof typeof exitStatuses;
type Meanings = Partial<Readonly<Record<ExitName, string>>>;

const noSuchCall = 'there is no such call, it has expired, or it was already decided or made';

/** More specific meanings of a status, for one command or for all commands that start with a word. */
export const commandStatuses: Readonly<Record<string, Meanings>> = {
  serve: {
    clean: 'stopped by a signal, or by the client on stdio',
    findings: 'an adapter file has errors',
    addressInUse: 'another program is listening on the address given with --http',
  },
  dev: {
    clean: 'stopped by a signal, or by the client on stdio',
    addressInUse: 'another program is listening on the address given with --http',
  },
  call: {
    clean: 'succeeded or verified',
    findings: 'handed_over: you must act on the failure',
    undecided: 'in_doubt: the call may have taken effect, regardless of how it ended',
    needsPerson: 'needs_person: a permission or a key is missing, and only a person can grant it',
    denied: 'denied: a person was asked and did not confirm',
    gaveUp: 'gave_up_…: attempts or time ran out, or the server is unreachable',
    cancelled: 'cancelled with Ctrl-C or SIGTERM before it had any effect',
  },
  connect: { findings: 'the client has a different entry with that name' },
  doctor: { findings: 'something is broken' },
  explain: { findings: 'there is no such code' },
  'codes check': { clean: 'all codes match their locks', findings: 'a code has a breaking change or is not locked' },
  'codes lock': { findings: 'nothing was written: at least one code cannot be locked; the output says why' },
  'codes diff': { clean: 'nothing breaks callers', findings: 'a change breaks callers' },
  lint: { clean: 'no findings', findings: 'findings' },
  'rules check': {
    clean: 'all files are valid, and their tests pass',
    findings: 'a file has a problem, or a test fails',
  },
  'aql check': { clean: 'no errors', findings: 'an adapter has errors' },
  'aql generate': { clean: 'the adapter is written', findings: 'the document cannot be used' },
  coverage: {
    clean: 'the policy is met, or the command completed',
    findings: 'the policy is not met, or tests fail',
    undecided: 'coverage could not be checked, or the command could not be completed',
  },
  'launch demo': {
    clean: 'the pull request is open',
    findings: 'the run ended before it opened a pull request',
    cancelled: 'stopped with Ctrl-C',
  },
  'launch start': {
    clean: 'the run is recorded for a server to work on, ready for its pull request, or done',
    findings: 'the configuration has problems, the gates do not pass, or the run failed',
    cancelled: 'stopped with Ctrl-C; a server can continue the run',
  },
  'launch init': { clean: 'the file is written', cancelled: 'nothing was written' },
  'launch check': { clean: 'the configuration is valid', findings: 'the configuration has problems' },
  'launch report': {
    clean: 'the report is written',
    findings: 'there is no such run',
    cancelled: 'stopped with Ctrl-C; nothing was written',
  },
  'launch preview': {
    clean: 'stopped with Ctrl-C',
    findings: 'there is no such run, it has no pages yet, or hugo is missing or cannot build the site',
    addressInUse: 'another program is listening on the port given with --port',
    cancelled: 'stopped with Ctrl-C before the site was built',
  },
  'stage demo': {
    clean: 'the session was shown',
    findings: 'the app could not be opened, or a step failed',
    cancelled: 'stopped with Ctrl-C',
  },
  docs: { findings: 'with --check: a page is out of date' },
  forge: {
    clean: 'stopped by a signal',
    addressInUse: 'another program is listening on the port given with --port',
  },
  'approvals show': { findings: 'no such call is waiting' },
  'approvals approve': { findings: noSuchCall, needsPerson: 'approvals from the command line are not accepted' },
  'approvals deny': { findings: noSuchCall },
  'intents show': { findings: 'no such call is running or lost' },
  'intents resolve': {
    findings: 'nothing was resolved: the call is unknown or still running, or its effect is already known',
  },
  'keys revoke': { findings: 'there is no such key, or it is already revoked' },
  'events verify': {
    clean: 'every link is intact',
    findings: 'events or seals were changed or removed, or a key is missing',
  },
  'runs watch': {
    clean: 'the run is done, or is ready for its next operation',
    findings: 'the run failed or was cancelled, or there is no such run',
    cancelled: 'stopped with Ctrl-C; the run continues',
  },
  'runs verify': {
    clean: 'the run or bundle is intact',
    findings: 'the run or bundle is not intact, or there is no such run',
  },
  'runs cancel': { findings: 'there is no such run, or it has ended' },
  'runs resume': { findings: 'there is no such run, or it cannot be resumed' },
  'runs show': { findings: 'there is no such run' },
  'runs events': { findings: 'there is no such run' },
  'runs artifacts': { findings: 'there is no such run or artifact' },
  'runs export': { findings: 'there is no such run' },
  worker: { clean: 'stopped by a signal' },
  'store check': { findings: 'the store has a problem' },
};

/** The statuses of one command in order, each with its meaning. Any command can end with `usage` and `bug`. */
export const statusesOf = (command: string): readonly (readonly [status: number, means: string])[] => {
  const own = commandStatuses[command] ?? commandStatuses[command.split(' ')[0] ?? ''] ?? {};
  return Object.entries(exitStatuses)
    .filter(([name]) => name === 'clean' || name === 'usage' || name in own)
    .map(([name, { status, means }]) => [status, own[name as ExitName] ?? means]);
};
