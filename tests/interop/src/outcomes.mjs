import { batch, createRegistry, succeed } from '@recourse/contract';
import { githubCodes } from '@recourse/contract/registries/github';

const { fail, warn } = createRegistry(githubCodes);

/** The facts that the servers have about a call. Fixed, so that answers can be compared byte by byte. */
export const facts = {
  tool: 'interop',
  request_id: 7,
  session_id: 'session-1',
  elapsed_ms: 12,
  timestamp: '2026-11-15T10:30:00.000Z',
};

const correlation_id = '6f1f0e5e-6e0c-4d53-8a39-0f6f3b1f8f10';
const value = { branch: 'feature/search', commits: 3, merged: false };

const rateLimit = fail(
  'RATE_LIMIT_EXCEEDED',
  { limit: 60, remaining: 0, window: 'hour', resets_at: '2026-11-15T11:00:00Z', retry_after_seconds: 1800 },
  { correlation_id },
);

/** Every outcome that the tools can be asked for, by name. Servers and tests import the same ones. */
export const outcomes = {
  success: succeed(value),
  success_with_warning: succeed(value, [
    warn('RATE_LIMIT_QUOTA_WARNING', { metric: 'calls', current: 80, warn_threshold: 75 }),
  ]),
  /** A code of a server's own, and every field that a failure can have. */
  failure: fail(
    'HEAD_SHA_MISMATCH',
    { pull_number: 17, expected_sha: '9f86d081', actual_sha: '2c26b46b' },
    {
      message: 'The head moved from 9f86d081 to 2c26b46b while the review ran',
      hint: 'Review the two new commits, then merge with 2c26b46b.',
      subject: { type: 'run', id: 'run-42' },
      effect: 'partial',
      retry_after_ms: 1500,
      next_actions: [
        {
          tool: 'compare_commits',
          arguments: { base: '9f86d081', head: '2c26b46b', paths: ['src', 'test'] },
          why: 'Shows what was pushed since.',
          applied_when: { pointer: '/ahead_by', equals: 2 },
        },
        { tool: 'get_pull_request', arguments: { pull_number: 17 }, why: 'Reads the current head.' },
      ],
      similar: [{ ref: '2c26b46b', role: 'commit', name: 'Rank results by date' }, { ref: 17 }],
      cause_class: 'HttpError.CONFLICT',
      correlation_id,
    },
  ),
  /** Nothing but the code. */
  bare_failure: fail('CONFLICT_IDEMPOTENCY_KEY', {}, { correlation_id }),
  problems: fail(
    'VALIDATION_INVALID_TYPE',
    {
      param_name: 'pull_number',
      expected_type: 'integer',
      actual_type: 'string',
      value: '17',
      problems: [
        {
          path: '/pull_number',
          keyword: 'type',
          message: 'must be integer',
          expected: 'integer',
          received: 'string',
          suggestion: 17,
        },
        { path: '', keyword: 'required', message: "must have required property 'repo'", params: { name: 'repo' } },
      ],
    },
    { correlation_id },
  ),
  rate_limit: rateLimit,
  confirmation: fail(
    'CONFIRMATION_REQUIRED',
    {
      operation: 'delete_branch',
      danger_level: 'destructive',
      reasons: ['The branch has unmerged commits.'],
      confirmation_message: 'Delete the branch feature/search?',
      confirmation_token: 'rct_Zk3mJb1q0v8sYw2nQe5tUx7aLc9dRf4gHh6iKj8lMnO',
      expires_at: '2026-11-15T10:35:00Z',
    },
    {
      next_actions: [
        {
          tool: 'recourse_confirm',
          arguments: { confirmation_token: 'rct_Zk3mJb1q0v8sYw2nQe5tUx7aLc9dRf4gHh6iKj8lMnO' },
          why: 'Runs the held call once a person has agreed.',
        },
      ],
      correlation_id,
    },
  ),
  partial_batch: batch([succeed(value), rateLimit], { correlation_id }),
  /** Text that breaks naive framing: line ends, separators, quotes, a lone surrogate, characters beyond U+FFFF. */
  awkward_text: fail(
    'PERMISSION_DENIED',
    { reason: 'line\nfeed \u2028 "quoted" \\ back\u0000slash \ud83d\udd12 \u00e9 \ud800.' },
    { correlation_id },
  ),
};
