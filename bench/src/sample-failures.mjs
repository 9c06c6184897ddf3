/** @recourse-example: the benchmarks show codes, and produce none. */
import { fail } from '@recourse/contract';

/** The facts that a server has about a call when it answers. */
export const facts = {
  tool: 'create_pull_request',
  request_id: 42,
  session_id: 'b1c9d7f0-2f54-4a53-9a7c-0d6f0b8c5e11',
  elapsed_ms: 37,
  timestamp: '2026-11-15T10:30:00.000Z',
};

/** Three failures as agents meet them daily: a list of problems, a limit, a question to a person. */
export const sampleFailures = {
  validation: fail(
    'VALIDATION_INVALID_ENUM',
    {
      param_name: 'merge_method',
      allowed_values: ['merge', 'squash', 'rebase'],
      value: 'squahs',
      problems: [
        {
          path: '/merge_method',
          keyword: 'enum',
          message: 'must be equal to one of the allowed values',
          params: { allowedValues: ['merge', 'squash', 'rebase'] },
          received: 'squahs',
          suggestion: 'squash',
        },
        { path: '/pull_number', keyword: 'type', message: 'must be integer', expected: 'integer', received: '17' },
      ],
    },
    { similar: [{ ref: 'squash', role: 'value' }], correlation_id: '6f1f0e5e-6e0c-4d53-8a39-0f6f3b1f8f10' },
  ),
  'rate limit': fail(
    'RATE_LIMIT_EXCEEDED',
    {
      limit: 5000,
      remaining: 0,
      window: 'hour',
      resets_at: '2026-11-15T11:00:00Z',
      retry_after_seconds: 1800,
      http_status: 429,
    },
    { correlation_id: '0a1b62f4-9a0a-4f0e-9d0c-3d8f37ef2f9e' },
  ),
  confirmation: fail(
    'CONFIRMATION_REQUIRED',
    {
      operation: 'delete_branch',
      danger_level: 'destructive',
      reasons: ['The branch has commits that are on no other branch.'],
      confirmation_message: 'Delete the branch feature/search and its 3 unmerged commits?',
      confirmation_token: 'conf_3ErGZrq-UNkqus_etbZxmnSG7hZuekMJ2jsuILWFCN4',
      expires_at: '2026-11-15T10:35:00Z',
    },
    {
      subject: { type: 'branch', id: 'feature/search' },
      next_actions: [
        {
          tool: 'recourse_confirm',
          arguments: { confirmation_token: 'conf_3ErGZrq-UNkqus_etbZxmnSG7hZuekMJ2jsuILWFCN4' },
          why: 'Runs the held call once a person has agreed.',
          applied_when: { pointer: '/deleted', equals: true },
        },
        {
          tool: 'compare_branches',
          arguments: { base: 'main', head: 'feature/search' },
          why: 'Shows the commits that would be lost.',
        },
      ],
      correlation_id: 'd2a4c6c1-5f4b-4c44-a8f4-17a9f3e2b6c0',
    },
  ),
};
