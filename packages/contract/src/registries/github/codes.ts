import { z } from 'zod';
import { defineCodes } from '../../codes/define-codes.ts';
import { field } from '../field.ts';

/** Status, message and request id of a request that GitHub rejected. */
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
      summary: "Arguments do not match the tool's schema",
      message: ["Invalid params for '{tool}'", 'Invalid params'],
      hint: 'Correct the parameters listed in the validation errors and repeat the call.',
      details: () => z.object({ tool: field.text.optional() }),
    },
    NOT_FOUND: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0', reserved: true,
      summary: 'Resource does not exist on GitHub or is hidden from this token',
      message: ["Not found: '{resource}'", 'Not found'],
      hint: 'Look up the name with a search or list call; if the resource is known to exist, ask for a token that can see it.',
      details: () => z.object({ resource: field.text.optional() }),
    },
    VALIDATION_ERROR: {
      kind: 'error', category: 'validation', http: 422, retryable: false, recovery: 'fix_input', since: '0.1.0', reserved: true,
      summary: 'GitHub rejected the values',
      message: ["Validation error: '{reason}'", 'Validation error'],
      hint: "Correct the values that GitHub lists in 'errors' and repeat the call.",
      details: () => z.object({ reason: field.text.optional(), errors: z.array(field.json).optional() }),
    },
    PR_NOT_MERGEABLE: {
      kind: 'error', category: 'conflict', http: 405, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Pull request cannot be merged in its current state',
      message: ["Pull request {pull_number} is not mergeable: {mergeable_state}", 'Pull request {pull_number} is not mergeable'],
      hint: ["First resolve what blocks the merge: {blocked_by}.", 'Check the mergeability of the pull request, resolve what blocks it, then merge.'],
      details: () => z.object({
        pull_number: z.int().min(1),
        mergeable_state: field.text.optional(),
        blocked_by: field.texts.optional(),
        /** The same in machine-readable form: the guard, and the check, reviewer or method it is about. */
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
      summary: 'Base branch moved while the pull request was being merged',
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
      summary: 'GitHub has not yet determined whether the pull request can be merged',
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
      message: ["Head SHA mismatch: expected '{expected_sha}', found '{actual_sha}'", "Head SHA mismatch: '{expected_sha}' is not the head of the pull request"],
      hint: 'Review the commits that were pushed in the meantime, then merge with the current head SHA.',
      details: () => z.object({
        pull_number: z.int().min(1).optional(),
        expected_sha: field.text,
        actual_sha: field.text.optional(),
        ...githubFacts(),
      }),
    },
    BRANCH_MOVED: {
      kind: 'error', category: 'conflict', http: 409, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'Branch moved before the commit could be added',
      message: ["Branch '{branch}' has moved: expected '{expected_sha}', found '{actual_sha}'", "Branch '{branch}' has moved"],
      hint: 'Nothing was written. Repeat the same call to commit on top of the new head.',
      details: () => z.object({
        branch: field.text,
        expected_sha: field.text.optional(),
        actual_sha: field.text.optional(),
        http_status: field.httpStatus.optional(),
        /** The files of the commit that were changed in the meantime. */
        paths: field.texts.optional(),
      }),
    },
    PROTECTION_BYPASSED: {
      kind: 'warning', category: 'permission', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Pull request was merged despite unmet rules of its base branch',
      message: "Pull request {pull_number} was merged into '{base}' with unmet rules: {rules}",
      hint: 'Tell the user which rules were bypassed.',
      details: () => z.object({ pull_number: z.int().min(1), base: field.text, rules: field.texts }),
    },
    PARTLY_READ: {
      kind: 'warning', category: 'upstream', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Part of the answer could not be read',
      message: 'Some parts could not be read: {parts}',
      hint: 'Treat the missing parts as unknown, or ask for a token that is allowed to read them.',
      details: () => z.object({
        parts: field.texts,
        not_read: z.array(z.object({ what: field.text, code: field.text, reason: field.text.optional() })),
      }),
    },
  },
  { namespace: 'github' },
);
