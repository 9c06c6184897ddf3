import { z } from 'zod';
import { defineCodes } from '../../codes/define-codes.ts';
import { field } from '../field.ts';

/** Status, words and request id of a refusal of GitHub. */
const githubFacts = () => ({
  http_status: field.httpStatus.optional(),
  upstream_error: field.text.optional(),
  errors: z.array(field.json).optional(),
  documentation_url: field.text.optional(),
  upstream_request_id: field.text.optional(),
});

/**
 * The meanings of the eight numbers of the GitHub contract, where the core has no code of that name: -32001, -32004 and
 * -32603 are the core's PERMISSION_DENIED, RATE_LIMIT_EXCEEDED and INTERNAL_ERROR.
 */
// A table reads by the row:
// prettier-ignore
export const githubCodes = defineCodes(
  {
    INVALID_PARAMS: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0', reserved: true,
      summary: 'Arguments do not fit the schema of the tool',
      message: ["Invalid params for '{tool}'", 'Invalid params'],
      hint: 'Correct what the validation errors name and repeat the call.',
      details: () => z.object({ tool: field.text.optional() }),
    },
    NOT_FOUND: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0', reserved: true,
      summary: 'GitHub does not have it, or hides it from this token',
      message: ["Not found: '{resource}'", 'Not found'],
      hint: 'Look the name up by search or list. If it must exist, the token may not see it: ask for access.',
      details: () => z.object({ resource: field.text.optional() }),
    },
    VALIDATION_ERROR: {
      kind: 'error', category: 'validation', http: 422, retryable: false, recovery: 'fix_input', since: '0.1.0', reserved: true,
      summary: 'GitHub refused the values',
      message: ["Validation error: '{reason}'", 'Validation error'],
      hint: 'Change the values that GitHub names under errors and repeat the call.',
      details: () => z.object({ reason: field.text.optional(), errors: z.array(field.json).optional() }),
    },
    PR_NOT_MERGEABLE: {
      kind: 'error', category: 'conflict', http: 405, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Pull request cannot be merged as it is',
      message: ["Pull request {pull_number} is not mergeable: {mergeable_state}", 'Pull request {pull_number} is not mergeable'],
      hint: ["Clear what blocks it first: {blocked_by}.", 'Read its mergeability, clear what blocks it, then merge.'],
      details: () => z.object({
        pull_number: z.int().min(1),
        mergeable_state: field.text.optional(),
        blocked_by: field.texts.optional(),
        /** The same for programs: which guard refused, and about which check, reviewer or method. */
        blockers: z.array(z.object({
          guard: z.enum(['conflict', 'behind', 'check', 'review', 'draft', 'closed', 'merged', 'method', 'rule']),
          name: field.text.optional(),
          state: field.text.optional(),
          /** Where the rule was found. */
          source: z.enum(['pull_request', 'repository', 'protection', 'ruleset', 'graphql']).optional(),
        })).optional(),
        head_sha: field.text.optional(),
        ...githubFacts(),
      }),
    },
    BASE_BRANCH_MODIFIED: {
      kind: 'error', category: 'conflict', http: 409, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'Base branch moved while the pull request was merged',
      message: "The base branch '{base}' of pull request {pull_number} was modified during the merge",
      hint: 'Nothing was merged. Repeat the same call; the pull request itself can be merged.',
      details: () => z.object({
        pull_number: z.int().min(1),
        base: field.text,
        mergeable_state: field.text.optional(),
        head_sha: field.text.optional(),
        ...githubFacts(),
      }),
    },
    MERGEABILITY_UNKNOWN: {
      kind: 'error', category: 'conflict', http: 409, retryable: true, recovery: 'wait', since: '0.1.0',
      summary: 'GitHub has not yet found out whether the pull request can be merged',
      message: 'GitHub has not yet computed whether pull request {pull_number} can be merged',
      hint: 'Nothing was merged. Repeat the same call after {retry_after_seconds} s.',
      details: () => z.object({
        pull_number: z.int().min(1),
        head_sha: field.text.optional(),
        waited_seconds: field.seconds,
        retry_after_seconds: field.seconds,
      }),
    },
    HEAD_SHA_MISMATCH: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'Head of the pull request has moved',
      message: ["Head SHA mismatch: expected '{expected_sha}', found '{actual_sha}'", "Head SHA mismatch: '{expected_sha}' is not the head"],
      hint: 'Review what was pushed since, then merge with the current head SHA.',
      details: () => z.object({
        pull_number: z.int().min(1).optional(),
        expected_sha: field.text,
        actual_sha: field.text.optional(),
        ...githubFacts(),
      }),
    },
    BRANCH_MOVED: {
      kind: 'error', category: 'conflict', http: 409, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'Branch moved before the commit could be put on it',
      message: ["Branch '{branch}' has moved: expected '{expected_sha}', found '{actual_sha}'", "Branch '{branch}' has moved"],
      hint: 'Nothing was written. Repeat the same call to commit on top of what is there now.',
      details: () => z.object({
        branch: field.text,
        expected_sha: field.text.optional(),
        actual_sha: field.text.optional(),
        http_status: field.httpStatus.optional(),
        /** The files of the commit that were changed meanwhile. */
        paths: field.texts.optional(),
      }),
    },
    PROTECTION_BYPASSED: {
      kind: 'warning', category: 'permission', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Pull request was merged although rules of its base branch were not met',
      message: "Pull request {pull_number} was merged into '{base}' with unmet rules: {rules}",
      hint: 'Tell the user which rules were bypassed.',
      details: () => z.object({ pull_number: z.int().min(1), base: field.text, rules: field.texts }),
    },
    PARTLY_READ: {
      kind: 'warning', category: 'upstream', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'A part of the answer could not be read',
      message: 'Not read: {parts}',
      hint: 'Treat what is missing as unknown, or ask for a token that may read it.',
      details: () => z.object({
        parts: field.texts,
        not_read: z.array(z.object({ what: field.text, code: field.text, reason: field.text.optional() })),
      }),
    },
  },
  { namespace: 'github' },
);
