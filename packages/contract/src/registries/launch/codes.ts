import { z } from 'zod';
import { defineCodes } from '../../codes/define-codes.ts';
import { field } from '../field.ts';

/**
 * The codes of the run orchestrator: the eleven of its contract, then the conditions that it leaves without one.
 * The run itself is the subject of the failure, so no row repeats its id.
 */
// A table reads by the row:
// prettier-ignore
export const launchCodes = defineCodes(
  {
    INVALID_INPUT: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Request fields missing or invalid',
      message: ['Missing field(s): {missing_fields}', 'Invalid field(s): {invalid_fields}', 'The request has missing or invalid fields'],
      hint: [
        'Repeat the call with {missing_fields} set.',
        'Correct {invalid_fields} and repeat the call.',
        "Correct the fields listed in 'problems' and repeat the call.",
      ],
      details: () => z.object({
        missing_fields: field.texts.optional(),
        invalid_fields: field.texts.optional(),
        suggested_values: z.record(z.string(), field.json).optional(),
        candidates: z.record(z.string(), field.json).optional(),
        problems: field.problems.optional(),
      }),
    },
    SCHEMA_VALIDATION_FAILED: {
      kind: 'error', category: 'validation', http: 422, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Configuration or artifact does not match its schema',
      message: ["'{document}' does not match '{schema_id}'", "'{document}' does not match its schema", 'A document does not match its schema'],
      hint: "Fix every problem listed in 'problems'; 'path' is its location, and 'keyword' the rule that it violates.",
      details: () => z.object({ document: field.text.optional(), schema_id: field.text.optional(), problems: field.problems.optional() }),
    },
    RUN_NOT_FOUND: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'No such run',
      message: "Run '{run_id}' not found",
      hint: 'Call launch_list_runs and use one of the run_ids that it returns.',
      details: () => z.object({ run_id: field.text }),
    },
    ILLEGAL_STATE: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Tool called in a state where it cannot run',
      message: ['The run is in state {current_state}; {tool} requires {required_states}', 'The run is in state {current_state}; the tool requires {required_states}'],
      hint: 'First get the run into one of these states: {required_states}; launch_get_status shows its state.',
      details: () => z.object({ current_state: field.text, required_states: field.texts, tool: field.text.optional() }),
    },
    TOOLCHAIN_MISSING: {
      kind: 'error', category: 'not_found', http: 424, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Required program is missing or has the wrong version',
      message: [
        "'{tool}' {expected_version} is required, but {found_version} is installed",
        "'{tool}' {expected_version} is required but not installed",
        "'{tool}' is required but not installed",
      ],
      hint: [
        "Install '{tool}' {expected_version} on the machine that the server runs on, then repeat the call.",
        "Install '{tool}' on the machine that the server runs on, then repeat the call.",
      ],
      details: () => z.object({
        tool: field.text,
        expected_version: field.text.optional(),
        found_version: field.text.optional(),
        gate: field.text.optional(),
      }),
    },
    GATE_FAILED: {
      kind: 'report', category: 'conflict', http: null, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Validation completed but did not pass',
      message: ["Gate '{gate}' failed with {issue_count} issue(s)", "Gate '{gate}' failed"],
      hint: 'Call launch_fix_next, or fix the issues in the report and call launch_validate again.',
      details: () => z.object({ gate: field.text, issue_count: field.count.optional(), issue_ids: field.texts.optional() }),
    },
    FIX_EXHAUSTED: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'All fix attempts are used up',
      message: '{attempts} of {max_fix_attempts} fix attempts are used up',
      hint: [
        'Hand the remaining issues to a person: {remaining_issues}.',
        'Hand the remaining issues to a person; launch_get_status lists them. A new run may set a higher max_fix_attempts.',
      ],
      details: () => z.object({ attempts: field.count, max_fix_attempts: field.count, remaining_issues: field.texts.optional() }),
    },
    ALLOWED_PATHS_VIOLATION: {
      kind: 'error', category: 'permission', http: 403, retryable: false, recovery: 'authorize', since: '0.1.0',
      summary: 'Write outside the allowed paths',
      message: ["'{path}' is outside allowed_paths: {allowed_paths}", "'{path}' is outside allowed_paths"],
      hint: 'If the write is intended, ask the owner of the run for a new one with the path in allowed_paths; the list cannot change after a run starts.',
      details: () => z.object({ path: field.text, allowed_paths: field.texts.optional(), patch_id: field.text.optional() }),
    },
    COMMIT_SERVICE_ERROR: {
      kind: 'error', category: 'upstream', http: 502, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'Commit service rejected the request or failed',
      message: [
        "The commit service responded with {http_status}: '{upstream_code}'",
        'The commit service responded with {http_status}',
        'The commit service did not respond',
      ],
      hint: [
        'Repeat the same call after {retry_after_seconds} s; the commit and the pull request are not created twice.',
        'Repeat the same call a few times, waiting longer each time; the commit and the pull request are not created twice.',
      ],
      details: () => z.object({
        http_status: field.httpStatus.optional(),
        upstream_code: field.text.optional(),
        upstream_error: field.text.optional(),
        retry_after_seconds: field.seconds.optional(),
      }),
    },
    CANCELLED: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Run was cancelled',
      message: 'The run was cancelled',
      hint: 'Start a new run with launch_start_run and a new idempotency_key; a cancelled run cannot be continued.',
      details: () => z.object({ cancelled_at: field.timestamp.optional(), state_before: field.text.optional() }),
    },
    INTERNAL: {
      kind: 'error', category: 'internal', http: 500, retryable: false, recovery: 'report', since: '0.1.0', reserved: true,
      summary: 'Internal error in the orchestrator',
      message: 'Unexpected server error',
      hint: 'Do not repeat the call. Report the run_id and cause_class to the operator of the server.',
    },
    TOOL_TIMEOUT: {
      kind: 'error', category: 'internal', http: 504, retryable: true, recovery: 'wait', since: '0.1.0',
      summary: 'Tool reached its time limit; its work continues',
      message: ['{tool} did not finish within {timeout_ms} ms; its work continues', 'The tool did not finish in time; its work continues'],
      hint: 'Repeat the same call to wait for the work in progress; no new work is started. launch_get_status shows the progress.',
      details: () => z.object({ tool: field.text.optional(), timeout_ms: field.milliseconds.optional(), elapsed_ms: field.milliseconds.optional() }),
    },
    ARTIFACT_NOT_FOUND: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'Run has no such artifact',
      message: "The run has no artifact '{artifact_name}'",
      hint: ['Use one of: {available}.', 'Call launch_get_status and use one of the artifact names that it returns; more appear as the run progresses.'],
      details: () => z.object({ artifact_name: field.text, available: field.texts.optional() }),
    },
    IDEMPOTENCY_CONFLICT: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Idempotency key belongs to a run with a different configuration',
      message: [
        "The idempotency_key belongs to run '{existing_run_id}', which has a different run_config",
        'The idempotency_key belongs to a run with a different run_config',
      ],
      hint: ["Use a new key for a new run, or continue with run '{existing_run_id}'.", 'Use a new key for a new run, or repeat the call with the original run_config.'],
      details: () => z.object({
        existing_run_id: field.text.optional(),
        existing_config_hash: field.text.optional(),
        given_config_hash: field.text.optional(),
      }),
    },
    RUN_BUSY: {
      kind: 'error', category: 'conflict', http: 409, retryable: true, recovery: 'wait', since: '0.1.0',
      summary: 'Another operation is in progress on the run',
      message: ["Operation '{held_by}' is in progress on the run", 'Another operation is in progress on the run'],
      hint: ['Repeat the same call after {retry_after_seconds} s.', 'Repeat the same call when launch_get_status shows a new state.'],
      details: () => z.object({ held_by: field.text.optional(), held_since: field.timestamp.optional(), retry_after_seconds: field.seconds.optional() }),
    },
    RATE_LIMITED: {
      kind: 'error', category: 'rate_limit', http: 429, retryable: true, recovery: 'wait', since: '0.1.0', reserved: true,
      summary: 'Too many calls',
      message: ['More than {limit} calls per {window}', 'Too many calls'],
      hint: ['Wait {retry_after_seconds} s without making calls, then repeat this one.', 'Make fewer calls, and repeat this one later.'],
      details: () => z.object({
        limit: field.count.optional(),
        remaining: field.count.optional(),
        window: field.window.optional(),
        resets_at: field.timestamp.optional(),
        retry_after_seconds: field.seconds.optional(),
      }),
    },
    BUDGET_EXCEEDED: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'authorize', since: '0.1.0',
      summary: 'Run exceeded one of its budgets',
      message: ['{budget} is used up: {used} of {limit}', '{budget} is used up'],
      hint: "Ask the owner of the run for a new one with a higher '{budget}'; budgets cannot change after a run starts.",
      details: () => z.object({ budget: field.text, limit: field.number.optional(), used: field.number.optional() }),
    },
    NOTHING_TO_FIX: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'No open issue can be fixed by the tool',
      message: ['None of the {open_issues} open issue(s) can be fixed automatically', 'No open issue can be fixed automatically'],
      hint: "Hand the open issues to a person; the artifact 'validation_report.json' lists them.",
      details: () => z.object({ open_issues: field.count.optional(), skipped_issues: field.texts.optional() }),
    },
    NO_CHANGES: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Run changed nothing',
      message: 'The run has no changes to publish',
      hint: 'Tell the user that no pull request is needed, as the site already contains everything that the run produced.',
      details: () => z.object({ base_ref: field.text.optional() }),
    },
    UNAUTHENTICATED: {
      kind: 'error', category: 'permission', http: 401, retryable: false, recovery: 'authorize', since: '0.1.0', reserved: true,
      summary: 'Caller is not authenticated',
      message: ['Not authenticated: {reason}', 'Not authenticated'],
      hint: 'Send a valid bearer token; ask the operator for one.',
      details: () => z.object({ reason: field.text.optional() }),
    },
    CLONE_FAILED: {
      kind: 'error', category: 'upstream', http: 502, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'Repository could not be read because of a temporary failure',
      message: ["Reading '{url}' failed: its server responded with {http_status}", "Reading '{url}' failed: {reason}"],
      hint: 'Call launch_resume later; finished steps are not repeated.',
      details: () => z.object({ url: field.text, reason: field.text, http_status: field.httpStatus.optional() }),
    },
    REPO_NOT_FOUND: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Repository, branch or commit does not exist, or the server has no access to it',
      message: ["'{url}' has no {missing} '{ref}', or this server is not allowed to read it", "Repository '{url}' does not exist, or this server is not allowed to read it"],
      hint: 'Correct the URL or the commit in run_config and start a new run, or ask the operator for access to the repository.',
      details: () => z.object({ url: field.text, missing: z.enum(['repository', 'branch', 'commit']), ref: field.text.optional() }),
    },
    REPO_NOT_ALLOWED: {
      kind: 'error', category: 'permission', http: 403, retryable: false, recovery: 'authorize', since: '0.1.0',
      summary: 'Operator does not allow reading from this URL',
      message: ["Reading '{url}' is not allowed: {reason}", "Reading '{url}' is not allowed"],
      hint: ['Use a URL that starts with one of {allowed}, or ask the operator to allow this one.', 'Ask the operator to allow this URL.'],
      details: () => z.object({ url: field.text, reason: field.text.optional(), allowed: field.texts.optional() }),
    },
    REPO_TOO_LARGE: {
      kind: 'error', category: 'validation', http: 413, retryable: false, recovery: 'authorize', since: '0.1.0',
      summary: 'Repository is larger than the operator allows',
      message: "'{url}' has more than {limit} {unit}",
      hint: 'Use a smaller repository, or ask the operator for a higher limit.',
      details: () => z.object({ url: field.text, limit: field.count, unit: z.enum(['bytes', 'files']) }),
    },
    REPO_EMPTY: {
      kind: 'error', category: 'validation', http: 422, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Repository has no files to read',
      message: ["'{url}' has no files to read in commit '{ref}'", "'{url}' has no commits"],
      hint: 'Start a new run with a repository and a commit that contain files.',
      details: () => z.object({ url: field.text, ref: field.text.optional() }),
    },
  },
  { namespace: 'launch' },
);
