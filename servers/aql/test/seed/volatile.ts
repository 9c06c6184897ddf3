/** A field in which an answer may differ from the printed example, and why it must. */
export interface Volatile {
  /** Names from the top, with dots; `[]` is every item of a list. */
  readonly path: string;
  /** The examples that it holds for, by section; the field is there in each of them. */
  readonly in: readonly string[];
  readonly why: string;
  /**
   * Both have the field and both look so, with another value. Without it the field is ours alone: an addition, which
   * the example has not.
   */
  readonly form?: RegExp;
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/u;
const token = /^conf_[\w-]{9,}$/u;

/** Every failure whose details are shown at all. */
const failures = [
  '2.2, with details', '4.3', '4.4', '4.5, several', '4.5, one', '4.6', '4.7', '4.8', '4.9', '4.10', '4.11', '5.2',
  '5.3', '5.4', '5.5', '5.6', '5.7', '5.9', '5.10', '5.11', '5.12', '8.4',
]; // prettier-ignore

/** The whole list: nothing else may differ. */
export const volatiles: readonly Volatile[] = [
  {
    path: 'error.details.recourse',
    in: failures,
    why: 'Where the dialect puts what the contract has no field for: hint, recovery, effect, next actions.',
  },
  {
    path: 'error.details',
    in: ['1.4', '2.2, minimal'],
    why: 'Details are optional, and these two examples leave them out. 4.3 is the same failure with them.',
  },
  {
    path: 'error.details.problems',
    in: ['4.3', '4.4', '4.5, several', '4.5, one'],
    why: 'Everything that is wrong with the arguments at once, by the keyword of the schema.',
  },
  {
    path: 'error.details.http_status',
    in: ['2.2, with details', '5.5'],
    why: 'The status of the upstream, which 4.9 shows and these leave out.',
  },
  {
    path: 'error.details.upstream_error',
    in: ['2.2, with details', '4.9'],
    why: 'What the upstream said, preserved as 7.1 recommends.',
  },
  {
    path: 'error.details.documentation_url',
    in: ['2.2, with details', '4.9'],
    why: 'The page that the upstream names.',
  },
  {
    path: 'error.details.upstream_request_id',
    in: ['2.2, with details', '4.9'],
    why: 'How the upstream calls the request, for whoever asks its people.',
  },
  {
    path: 'error.details.available',
    in: ['4.8'],
    why: 'Optional in 4.8: operations that there are.',
  },
  { path: 'confirmation', in: ['5.4', '5.6'], why: 'The other shape in which MCP-AQL gives a token.' },
  { path: 'error.details.confirmation_token', in: ['5.4'], why: 'Random.', form: token },
  { path: 'error.details.confirmation_token', in: ['5.6'], why: 'Random.', form: /^quota_continue_[\w-]{6,}$/u },
  { path: 'error.details.expires_at', in: ['5.4', '5.6'], why: 'A time.', form: time },
  { path: 'error.details.resets_at', in: ['5.5', '5.7'], why: 'A time.', form: time },
  {
    path: 'error.details.limit_name',
    in: ['5.5'],
    why: 'Which of several limits it is, by the header of the upstream.',
  },
  {
    path: 'error.details.remaining',
    in: ['5.7'],
    why: 'What is left, as 5.5 has it; and when to come back.',
  },
  {
    path: 'error.details.retry_after_seconds',
    in: ['5.7'],
    why: 'When to come back, as 5.5 has it.',
  },
  { path: 'data', in: ['5.8'], why: 'The example has dots for whatever the operation answers.', form: /^\{/u },
  {
    path: 'warnings[].details.hard_stop_threshold',
    in: ['5.8'],
    why: 'The last threshold, as 5.6 has it.',
  },
  { path: 'error.details.token', in: ['5.10', '5.11', '5.12'], why: 'Random.', form: token },
  { path: 'error.details.expired_at', in: ['5.10'], why: 'A time.', form: time },
  { path: 'error.details.current_time', in: ['5.10'], why: 'A time.', form: time },
  { path: 'error.details.consumed_at', in: ['5.11'], why: 'A time.', form: time },
  {
    path: 'error.details.errors[].message',
    in: ['8.4'],
    why: 'The example has dots for the messages of the items.',
    form: /^.{3,}$/u,
  },
  { path: 'error.details.results', in: ['8.4'], why: 'What the items that worked answered.' },
  ...['retryable', 'recovery', 'effect', 'details'].map((name) => ({
    path: `error.details.errors[].${name}`,
    in: ['8.4'],
    why: 'An item says as much as a failure that came alone.',
  })),
];
