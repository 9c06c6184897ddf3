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
        'Correct what the problems name and repeat the call.',
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
      summary: 'Configuration or artifact does not fit its schema',
      message: ["'{document}' does not fit '{schema_id}'", "'{document}' does not fit its schema", 'A document does not fit its schema'],
      hint: "Correct every entry under problems; each names the place by 'path' and the rule by 'keyword'.",
      details: () => z.object({ document: field.text.optional(), schema_id: field.text.optional(), problems: field.problems.optional() }),
    },
    RUN_NOT_FOUND: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'No such run',
      message: "No run '{run_id}'",
      hint: 'Call launch_list_runs and use a run_id from its answer.',
      details: () => z.object({ run_id: field.text }),
    },
    ILLEGAL_STATE: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Run is in a state where the tool cannot run',
      message: ['The run is {current_state}; {tool} needs {required_states}', 'The run is {current_state}; the tool needs {required_states}'],
      hint: 'Bring the run to one of {required_states} first; launch_get_status shows its state.',
      details: () => z.object({ current_state: field.text, required_states: field.texts, tool: field.text.optional() }),
    },
    TOOLCHAIN_MISSING: {
      kind: 'error', category: 'not_found', http: 424, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Tool of the validator absent or in a wrong version',
      message: [
        "'{tool}' {expected_version} is required, {found_version} is installed",
        "'{tool}' {expected_version} is required and not installed",
        "'{tool}' is required and not installed",
      ],
      hint: [
        "Have '{tool}' {expected_version} installed where the server runs, then call again.",
        "Have '{tool}' installed where the server runs, then call again.",
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
      summary: 'Validation ran and did not pass',
      message: ["Gate '{gate}' failed with {issue_count} issue(s)", "Gate '{gate}' failed"],
      hint: 'Call launch_fix_next, or fix the issues of the report and call launch_validate again.',
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
      hint: 'If the write is wanted, ask the owner for a new run with the path in allowed_paths; the list of a started run is fixed.',
      details: () => z.object({ path: field.text, allowed_paths: field.texts.optional(), patch_id: field.text.optional() }),
    },
    COMMIT_SERVICE_ERROR: {
      kind: 'error', category: 'upstream', http: 502, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'Commit service rejected the request or failed',
      message: [
        "The commit service answered {http_status}: '{upstream_code}'",
        'The commit service answered {http_status}',
        'The commit service did not answer',
      ],
      hint: [
        'Repeat the same call after {retry_after_seconds} s; the commit and the pull request are not made twice.',
        'Repeat the same call a few times, with a growing delay; the commit and the pull request are not made twice.',
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
      hint: 'A cancelled run does not go on. Start a new one with launch_start_run and a new idempotency_key.',
      details: () => z.object({ cancelled_at: field.timestamp.optional(), state_before: field.text.optional() }),
    },
    INTERNAL: {
      kind: 'error', category: 'internal', http: 500, retryable: false, recovery: 'report', since: '0.1.0', reserved: true,
      summary: 'Fault inside the orchestrator',
      message: 'Unexpected server error',
      hint: 'Do not repeat the call. Report the run_id and cause_class to the people who run the server.',
    },
    TOOL_TIMEOUT: {
      kind: 'error', category: 'internal', http: 504, retryable: true, recovery: 'wait', since: '0.1.0',
      summary: 'Tool reached its time limit, the work goes on',
      message: ['{tool} did not finish within {timeout_ms} ms; its work goes on', 'The tool did not finish in time; its work goes on'],
      hint: 'Repeat the same call: it joins the work that goes on and starts nothing new. launch_get_status shows how far it is.',
      details: () => z.object({ tool: field.text.optional(), timeout_ms: field.milliseconds.optional(), elapsed_ms: field.milliseconds.optional() }),
    },
    ARTIFACT_NOT_FOUND: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'Run has no such artifact',
      message: "The run has no artifact '{artifact_name}'",
      hint: ['Use one of: {available}.', 'Call launch_get_status and use a name from its artifacts; more appear as the run goes on.'],
      details: () => z.object({ artifact_name: field.text, available: field.texts.optional() }),
    },
    IDEMPOTENCY_CONFLICT: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Idempotency key belongs to a run with another configuration',
      message: [
        "The idempotency_key belongs to run '{existing_run_id}' with another run_config",
        'The idempotency_key belongs to a run with another run_config',
      ],
      hint: ["Use a new key for a new run, or go on with '{existing_run_id}'.", 'Use a new key for a new run, or send the first run_config again.'],
      details: () => z.object({
        existing_run_id: field.text.optional(),
        existing_config_hash: field.text.optional(),
        given_config_hash: field.text.optional(),
      }),
    },
    RUN_BUSY: {
      kind: 'error', category: 'conflict', http: 409, retryable: true, recovery: 'wait', since: '0.1.0',
      summary: 'Another call is working on the run',
      message: ["'{held_by}' is working on the run", 'Another call is working on the run'],
      hint: ['Repeat the same call after {retry_after_seconds} s.', 'Repeat the same call when launch_get_status shows a new state.'],
      details: () => z.object({ held_by: field.text.optional(), held_since: field.timestamp.optional(), retry_after_seconds: field.seconds.optional() }),
    },
    RATE_LIMITED: {
      kind: 'error', category: 'rate_limit', http: 429, retryable: true, recovery: 'wait', since: '0.1.0', reserved: true,
      summary: 'Too many calls',
      message: ['More than {limit} calls in a {window}', 'Too many calls'],
      hint: ['Make no call for {retry_after_seconds} s, then repeat this one.', 'Make fewer calls, and repeat this one later.'],
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
      summary: 'Budget of the run is used up',
      message: ['{budget} is used up: {used} of {limit}', '{budget} is used up'],
      hint: "Ask the owner for a new run with a higher '{budget}'; the budgets of a started run are fixed.",
      details: () => z.object({ budget: field.text, limit: field.number.optional(), used: field.number.optional() }),
    },
    NOTHING_TO_FIX: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'No open issue can be fixed by the tool',
      message: ['None of {open_issues} open issue(s) can be fixed automatically', 'No open issue can be fixed automatically'],
      hint: "Hand the open issues to a person; the artifact 'validation_report.json' lists them.",
      details: () => z.object({ open_issues: field.count.optional(), skipped_issues: field.texts.optional() }),
    },
    NO_CHANGES: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Run changed nothing',
      message: 'The run has no changes to publish',
      hint: 'No pull request is needed: the site already holds what the run produced. Tell the user so.',
      details: () => z.object({ base_ref: field.text.optional() }),
    },
    UNAUTHENTICATED: {
      kind: 'error', category: 'permission', http: 401, retryable: false, recovery: 'authorize', since: '0.1.0', reserved: true,
      summary: 'Caller is not known',
      message: ['Not authenticated: {reason}', 'Not authenticated'],
      hint: 'Send a valid bearer token; ask the operator for one.',
      details: () => z.object({ reason: field.text.optional() }),
    },
    CLONE_FAILED: {
      kind: 'error', category: 'upstream', http: 502, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'Repository could not be read because of its server or the network',
      message: ["Reading '{url}' failed: its server answered {http_status}", "Reading '{url}' failed: {reason}"],
      hint: 'Call launch_resume later; finished steps are not repeated.',
      details: () => z.object({ url: field.text, reason: field.text, http_status: field.httpStatus.optional() }),
    },
    REPO_NOT_FOUND: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Repository, branch or commit does not exist, or the server has no access to it',
      message: ["'{url}' has no {missing} '{ref}', or this server may not read it", "No repository '{url}', or this server may not read it"],
      hint: 'Correct the address or the commit in run_config and start a new run, or ask the operator for access to the repository.',
      details: () => z.object({ url: field.text, missing: z.enum(['repository', 'branch', 'commit']), ref: field.text.optional() }),
    },
    REPO_NOT_ALLOWED: {
      kind: 'error', category: 'permission', http: 403, retryable: false, recovery: 'authorize', since: '0.1.0',
      summary: 'Operator does not permit reading from this address',
      message: ["Reading '{url}' is not permitted: {reason}", "Reading '{url}' is not permitted"],
      hint: ['Use an address that starts with one of {allowed}, or ask the operator to permit this one.', 'Ask the operator to permit the address.'],
      details: () => z.object({ url: field.text, reason: field.text.optional(), allowed: field.texts.optional() }),
    },
    REPO_TOO_LARGE: {
      kind: 'error', category: 'validation', http: 413, retryable: false, recovery: 'authorize', since: '0.1.0',
      summary: 'Repository is larger than the operator permits',
      message: "'{url}' has more than {limit} {unit}",
      hint: 'Use a smaller repository, or ask the operator for a higher limit.',
      details: () => z.object({ url: field.text, limit: field.count, unit: z.enum(['bytes', 'files']) }),
    },
    REPO_EMPTY: {
      kind: 'error', category: 'validation', http: 422, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Repository has no files to read',
      message: ["'{url}' has no files to read in commit '{ref}'", "'{url}' has no commits"],
      hint: 'Start a new run with a commit that has files.',
      details: () => z.object({ url: field.text, ref: field.text.optional() }),
    },
  },
  { namespace: 'launch' },
);
