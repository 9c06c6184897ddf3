import { z } from 'zod';
import { defineCodes } from '../../codes/define-codes.ts';
import { field } from '../field.ts';

const whyDenied = 'The flag can load arbitrary code via the underlying test runner and is denied from MCP input.';

/**
 * The rejected value: `field` has the index of an element (`testArgs[0]`); a value that is unsafe to repeat is absent.
 */
const rejectedInput = () => ({ field: field.text, value: field.text.optional() });

/** The output of a child process before it ended. */
const runnerOutput = () => ({
  runner: field.text.optional(),
  exit_code: z.int().optional(),
  output_tail: field.text.optional(),
  provenance: field.json.optional(),
  untrusted: field.json.optional(),
});

/** The subject and the basis of a verdict, so that a failed one can be traced and fixed as easily as a passed one. */
const verdictFacts = () => ({
  overall_percent: field.number.optional(),
  /** All other reasons why the verdict is not a pass. */
  also: z.array(z.object({ code: field.text, error: field.text })).optional(),
  uncovered: z.array(z.object({ file: field.text, lines: field.text })).optional(),
  /** Returns the rest of lists that were cut. */
  next_cursor: field.text.optional(),
  provenance: field.json.optional(),
  untrusted: field.json.optional(),
});

/** The position of an error in a file. */
const filePlace = () => ({
  path: field.text,
  reason: field.text.optional(),
  line: field.count.optional(),
  column: field.count.optional(),
});

/**
 * The codes of the coverage contract. Remediations that it words itself are the last hint here, word for word; failures
 * that it leaves without a code have one of the `OP_` names.
 */
// A table reads by the row:
// prettier-ignore
export const coverageCodes = defineCodes(
  {
    INPUT_REJECTED_DANGEROUS_FLAG: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Rejected unsafe MCP input',
      message: 'rejected MCP input {field}="{value}": flag "{flag}" can load arbitrary code via the underlying test runner; not allowed from MCP input',
      hint: [
        `Remove the rejected flag from testArgs. ${whyDenied} If you need it for trusted CLI use, run {command} directly without MCP.`,
        `Remove the rejected flag from testArgs. ${whyDenied} If you need it for trusted CLI use, run coverctl directly without MCP.`,
      ],
      details: () => z.object({ field: field.text, value: field.text, flag: field.text, runner: field.text.optional(), command: field.text.optional() }),
    },
    INPUT_REJECTED_SHELL_METACHAR: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Rejected shell metacharacters',
      message: [
        'rejected MCP input {field}="{value}": shell metacharacters are not allowed',
        'rejected MCP input {field}: shell metacharacters are not allowed',
      ],
      hint: 'Remove the shell metacharacters (` $ ; | & < > and newline); the value is not passed to a shell, so they would have no special meaning.',
      details: () => z.object({ ...rejectedInput(), character: field.text.optional() }),
    },
    INPUT_REJECTED_CONTROL_CHARS: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Rejected control characters',
      message: ['rejected MCP input {field}: control character {code_point} is not allowed', 'rejected MCP input {field}: control characters are not allowed'],
      hint: 'Strip control bytes.',
      details: () => z.object({ ...rejectedInput(), code_point: field.text.optional(), offset: field.count.optional() }),
    },
    INPUT_REJECTED_INVALID_TAGS: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Rejected malformed tags',
      message: ['rejected MCP input {field}="{value}": does not match [A-Za-z0-9_,]+', 'rejected MCP input {field}: does not match [A-Za-z0-9_,]+'],
      hint: 'Pass alphanumeric, comma-separated identifiers.',
      details: () => z.object(rejectedInput()),
    },
    INPUT_REJECTED_INVALID_TIMEOUT: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Rejected malformed timeout',
      message: ['rejected MCP input {field}="{value}": not a Go duration', 'rejected MCP input {field}: not a Go duration'],
      hint: 'Use 30s, 10m, 1h30s, …',
      details: () => z.object(rejectedInput()),
    },
    INPUT_REJECTED_INVALID_RUN_PATTERN: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Rejected unsafe test filter',
      message: [
        'rejected MCP input {field}="{value}": shell-injection markers in a test filter',
        'rejected MCP input {field}: shell-injection markers in a test filter',
      ],
      hint: 'Use plain regex; remove backtick / $(...) / ;.',
      details: () => z.object(rejectedInput()),
    },
    INPUT_REJECTED_PATH_SCOPE: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Rejected path outside the project',
      message: [
        'rejected MCP input {field}="{value}": path resolves outside the working directory',
        'rejected MCP input {field}: path resolves outside the working directory',
      ],
      hint: 'Use a path inside the project root.',
      details: () => z.object({ ...rejectedInput(), reason: field.text.optional() }),
    },
    INPUT_REJECTED_OTHER: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Rejected MCP input',
      message: ['rejected MCP input {field}="{value}": {reason}', 'rejected MCP input {field}: {reason}'],
      hint: 'Inspect error for details.',
      details: () => z.object({ ...rejectedInput(), reason: field.text }),
    },
    OP_CONFIG_EXISTS: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Configuration file already exists',
      message: "'{path}' already exists",
      hint: 'Pass force: true to overwrite.',
      details: () => z.object({ path: field.text }),
    },
    OP_DETECT_FAILED: {
      kind: 'error', category: 'validation', http: 422, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Project language could not be detected',
      message: ["No language markers were found in '{root}'", 'No language markers were found'],
      hint: ['Pass language explicitly (one of: {languages}) or run from a project root.', 'Pass language explicitly or run from a project root.'],
      details: () => z.object({ root: field.text.optional(), languages: field.texts.optional(), markers: field.texts.optional() }),
    },
    OP_INVALID_PATH: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Path cannot be used',
      message: ["Path '{path}' is invalid: {reason}", "Path '{path}' is invalid"],
      hint: 'Use a path inside the working directory.',
      details: () => z.object({ path: field.text, field: field.text.optional(), reason: field.text.optional() }),
    },
    OP_FILE_WRITE_FAILED: {
      kind: 'error', category: 'internal', http: 500, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'File could not be written',
      message: ["Writing '{path}' failed: {reason}", "Writing '{path}' failed"],
      hint: 'Check permissions and disk space.',
      details: () => z.object({ path: field.text, reason: field.text.optional() }),
    },
    OP_RATE_LIMITED: {
      kind: 'error', category: 'rate_limit', http: 429, retryable: true, recovery: 'wait', since: '0.1.0',
      summary: 'Too many comments on one pull request',
      message: ['pr-comment exceeded {limit} calls in {window_seconds} s for {target}', 'pr-comment exceeded its rate limit for this pull request'],
      hint: ['Wait {retry_after_seconds} s or coalesce updates.', 'Wait or coalesce updates.'],
      details: () => z.object({
        limit: field.count.optional(),
        remaining: field.count.optional(),
        window_seconds: field.seconds.optional(),
        target: field.text.optional(),
        resets_at: field.timestamp.optional(),
        retry_after_seconds: field.seconds.optional(),
      }),
    },
    OP_MODULE_ROOT_MISSING: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'No Go module found',
      message: ["No Go module root was found in '{root}' or above", 'No Go module root was found'],
      hint: 'Run from inside a Go module, pass language for non-Go repos, or check for nested submodules.',
      details: () => z.object({ root: field.text.optional() }),
    },
    OP_MISSING_ARG: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Argument is missing',
      message: ["{tool} requires '{argument}'", "Argument '{argument}' is missing"],
      hint: "Repeat the call with '{argument}' set.",
      details: () => z.object({ argument: field.text, tool: field.text.optional() }),
    },
    OP_UNKNOWN_TOOL: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'No such tool',
      message: "Unknown tool '{tool}'",
      hint: ['Call one of: {available}.', 'List the tools and call one of them.'],
      details: () => z.object({ tool: field.text, available: field.texts.optional() }),
    },
    OP_MODE_FORBIDDEN: {
      kind: 'error', category: 'permission', http: 403, retryable: false, recovery: 'authorize', since: '0.1.0',
      summary: 'Not allowed in this mode',
      message: ["{operation} is not allowed in mode '{mode}': it can change the policy or its baseline", '{operation} is not allowed in this mode: it can change the policy or its baseline'],
      hint: 'Leave the policy and the coverage history unchanged, or ask the operator to start the server with --mode ci; no argument can change the mode.',
      details: () => z.object({ operation: field.text, mode: field.text.optional(), required_mode: field.text.optional() }),
    },
    OP_TESTS_FAILED: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Tests failed',
      message: ['{failed} test(s) failed: {failed_tests}', '{failed} test(s) failed', 'The test run failed'],
      hint: ['Fix {failed_tests}, then call check again.', "Fix the failing tests (see output_tail for the runner's last output), then call check again."],
      details: () => z.object({ ...runnerOutput(), failed: field.count.optional(), total: field.count.optional(), failed_tests: field.texts.optional() }),
    },
    OP_BUILD_FAILED: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Project does not build',
      message: ['The build failed before any test ran: {reason}', 'The build failed before any test ran'],
      hint: 'Fix the build errors in output_tail first; coverage cannot be measured until the project builds.',
      details: () => z.object({ ...runnerOutput(), reason: field.text.optional(), files: field.texts.optional() }),
    },
    OP_RUNNER_MISSING: {
      kind: 'error', category: 'not_found', http: 424, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Test runner not installed',
      message: ["Test runner '{runner}' is not installed", "No test runner for '{language}' was found", 'No test runner was found'],
      hint: [
        "Install '{runner}' in the project, or configure another runner.",
        'Install a supported runner in the project: {supported}.',
        'Install a supported test runner in the project.',
      ],
      details: () => z.object({ runner: field.text.optional(), language: field.text.optional(), supported: field.texts.optional() }),
    },
    OP_BELOW_THRESHOLD: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Coverage is below its threshold',
      message: ["Coverage of '{subject}' is {percent} %, but {required} % is required", 'Coverage is {percent} %, but {required} % is required'],
      hint: "Call 'debt' to find the uncovered lines, add tests for them, then call 'check' again. Do not lower the threshold.",
      details: () => z.object({
        ...verdictFacts(),
        percent: field.number,
        required: field.number,
        measured: z.enum(['overall', 'domain', 'file', 'changed_lines', 'new_files']).optional(),
        subject: field.text.optional(),
        failing: z.array(z.object({ subject: field.text, percent: field.number, required: field.number })).optional(),
      }),
    },
    OP_RATCHET_VIOLATED: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Coverage has dropped',
      message: ["Coverage of '{subject}' fell from {previous_percent} % to {percent} %", 'Coverage fell from {previous_percent} % to {percent} %'],
      hint: 'Add tests for the new code or restore the tests that were removed, then call check again.',
      details: () => z.object({
        ...verdictFacts(),
        percent: field.number,
        previous_percent: field.number,
        previous_commit: field.text.optional(),
        previous_at: field.timestamp.optional(),
        subject: field.text.optional(),
        regressed_files: field.texts.optional(),
      }),
    },
    OP_NOTHING_MEASURED: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'No files were measured',
      message: ["Profile '{path}' contains no files of this project, or only excluded ones", 'No files of this project were measured, or only excluded ones'],
      hint: 'Select more tests, or correct the exclude rules; there is no verdict without measured files.',
      details: () => z.object({ ...verdictFacts(), path: field.text.optional(), excluded_files: field.count.optional() }),
    },
    OP_DOMAIN_UNKNOWN: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'No such domain in the configuration',
      message: 'Unknown domain(s): {domains}',
      hint: ['Pass only domains from this list: {available}.', "Omit 'domains' to check all of them."],
      details: () => z.object({ domains: field.texts, available: field.texts.optional() }),
    },
    OP_DOMAIN_EMPTY: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Domain has no measured lines',
      message: ["Domain '{domain}' has no measured lines (patterns: {patterns})", "Domain '{domain}' has no measured lines"],
      hint: "Correct the match patterns of '{domain}' in the configuration, or remove the domain.",
      details: () => z.object({ ...verdictFacts(), domain: field.text, patterns: field.texts.optional() }),
    },
    OP_PROFILE_MISSING: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Coverage profile not found',
      message: "Coverage profile '{path}' not found",
      hint: 'Call check without fromProfile to create one, or pass the path of an existing one.',
      details: () => z.object({ path: field.text, field: field.text.optional(), found: field.texts.optional() }),
    },
    OP_PROFILE_STALE: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Coverage profile is older than the sources',
      message: ["Profile '{path}' is older than '{newest_source}'", "Profile '{path}' is older than its sources"],
      hint: 'Call check without fromProfile, so that the tests run on the current sources.',
      details: () => z.object({
        path: field.text,
        written_at: field.timestamp.optional(),
        provenance: field.json.optional(),
        newest_source: field.text.optional(),
        newest_source_at: field.timestamp.optional(),
      }),
    },
    OP_PROFILE_UNATTESTED: {
      kind: 'error', category: 'permission', http: 403, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Coverage profile is not attested',
      message: ["Profile '{path}' is not attested: {reason}", "Profile '{path}' is not attested: it was not produced by a test run on this server"],
      hint: 'Call check without fromProfile, so that the server runs the tests and attests the profile.',
      details: () => z.object({ path: field.text, field: field.text.optional(), digest: field.text.optional(), reason: field.text.optional() }),
    },
    OP_PROFILE_INVALID: {
      kind: 'error', category: 'validation', http: 422, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Coverage profile cannot be read',
      message: ["Profile '{path}', line {line}: {reason}", "Profile '{path}' cannot be read: {reason}", "Profile '{path}' cannot be read"],
      hint: [
        'Generate the profile again with its test runner, in one of these formats: {supported_formats}.',
        'Generate the profile again with its test runner, and do not edit it.',
      ],
      details: () => z.object({ ...filePlace(), format: field.text.optional(), supported_formats: field.texts.optional() }),
    },
    OP_CONFIG_MISSING: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Configuration file not found',
      message: "Configuration file '{path}' not found",
      hint: "Omit configPath to use the server's configuration, or call init to write one.",
      details: () => z.object({ path: field.text }),
    },
    OP_CONFIG_INVALID: {
      kind: 'error', category: 'validation', http: 422, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Configuration file has an error',
      message: [
        "'{path}', line {line}, column {column}: {reason}",
        "'{path}', line {line}: {reason}",
        "'{path}' is not a valid configuration: {reason}",
        "'{path}' is not a valid configuration",
      ],
      hint: ["Fix '{key}' in the file, then repeat the call.", 'Correct the error in the configuration file, then repeat the call.'],
      details: () => z.object({ ...filePlace(), key: field.text.optional() }),
    },
    OP_CONFIG_CHANGED: {
      kind: 'warning', category: 'conflict', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Policy differs from the committed one',
      message: ["'{path}' differs from its version in '{ref}': the verdict uses the changed policy", "'{path}' has changed: the verdict uses the changed policy"],
      hint: 'Tell the reviewer that the policy was changed together with the code that it applies to.',
      details: () => z.object({
        path: field.text,
        ref: field.text.optional(),
        digest: field.text.optional(),
        committed_digest: field.text.optional(),
        lowered: z.array(z.object({ subject: field.text, from: field.text, to: field.text })).optional(),
      }),
    },
    OP_ATTESTATION_MISSING: {
      kind: 'warning', category: 'permission', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Result uses a profile that was not produced by a test run on this server',
      message: ['Unattested profile(s): {profiles}', 'The result uses an unattested profile'],
      hint: 'Tell the reviewer that the coverage in unattested profiles was not measured by this server.',
      details: () => z.object({ profiles: field.texts.optional() }),
    },
    OP_TIMEOUT_CAPPED: {
      kind: 'warning', category: 'validation', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Timeout is longer than the server allows',
      message: '{field} {value} is longer than this server allows: tests are stopped after {cap}',
      hint: 'Select fewer tests if they take longer, or ask the operator to raise timeouts.maxMs.',
      details: () => z.object({ field: field.text, value: field.text, cap: field.text, timeout_ms: field.milliseconds }),
    },
    OP_ARGUMENT_IGNORED: {
      kind: 'warning', category: 'validation', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Argument has no effect',
      message: '{field} has no effect: {reason}',
      hint: 'Omit {field}.',
      details: () => z.object({ field: field.text, runner: field.text.optional(), reason: field.text }),
    },
    OP_FILES_UNASSIGNED: {
      kind: 'warning', category: 'conflict', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Files belong to no domain',
      message: '{count} file(s) belong to no domain, so no threshold applies to them',
      hint: ['Add a domain for these directories: {directories}.', 'Add a domain for the files, or exclude them.'],
      details: () => z.object({ count: z.int().min(1), directories: field.texts.optional() }),
    },
    OP_DOMAINS_OVERLAP: {
      kind: 'warning', category: 'conflict', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Files belong to several domains',
      message: '{count} file(s) are counted in more than one domain: {domains}',
      hint: 'Exclude the files from all domains but one, unless each domain should count them.',
      details: () => z.object({ count: z.int().min(1), domains: field.texts, directories: field.texts.optional() }),
    },
    OP_CHANGES_UNMEASURED: {
      kind: 'warning', category: 'conflict', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Changed files were not measured',
      message: '{count} changed file(s) in a domain are missing from the profile, so the coverage of their lines is unknown',
      hint: ['Add tests for {files}, or configure the runner to measure files that no test loads.', 'Configure the runner to measure files that no test loads.'],
      details: () => z.object({ count: z.int().min(1), files: field.texts.optional() }),
    },
    OP_REF_UNKNOWN: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'No such commit, branch or tag',
      message: ["'{ref}' was not found in this clone: {reason}", "'{ref}' was not found in this clone"],
      hint: 'Pass a branch, tag or commit of this clone; if the clone is shallow, fetch more of its history first.',
      details: () => z.object({ ref: field.text, field: field.text.optional(), reason: field.text.optional(), shallow: field.flag.optional() }),
    },
    OP_HISTORY_INVALID: {
      kind: 'error', category: 'validation', http: 422, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Coverage history cannot be read',
      message: ["History '{path}' cannot be read: {reason}", "History '{path}' cannot be read"],
      hint: "Restore the history file from version control; until then, 'ratchet' has nothing to compare with.",
      details: () => z.object(filePlace()),
    },
    OP_HISTORY_EMPTY: {
      kind: 'warning', category: 'not_found', http: null, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'No earlier coverage to compare with',
      message: ["History '{path}' has no comparable entry, so 'ratchet' compared nothing", "The history has no comparable entry, so 'ratchet' compared nothing"],
      hint: "Call 'record' to write an entry; 'ratchet' applies from then on.",
      details: () => z.object({ path: field.text.optional(), branch: field.text.optional() }),
    },
    OP_TIMEOUT: {
      kind: 'error', category: 'internal', http: 504, retryable: true, recovery: 'fix_input', since: '0.1.0',
      summary: 'Tests did not finish in time',
      message: ['{tool} was stopped after {timeout_ms} ms', 'The call was stopped after {timeout_ms} ms'],
      hint: [
        "Select fewer tests with 'run', or pass a longer timeout (up to {longest_timeout_ms} ms); check output_tail for a test that hangs.",
        "Select fewer tests with 'run', or pass a longer timeout; check output_tail for a test that hangs.",
      ],
      details: () => z.object({
        ...runnerOutput(),
        tool: field.text.optional(),
        timeout_ms: field.milliseconds,
        longest_timeout_ms: field.milliseconds.optional(),
      }),
    },
    OP_CANCELLED: {
      kind: 'error', category: 'internal', http: 499, retryable: false, recovery: 'verify', since: '0.1.0',
      summary: 'Call was cancelled',
      message: ['{tool} was cancelled', 'The call was cancelled'],
      hint: 'Call again if you still need the result; if the tool writes (record, suggest, init, pr-comment), first check whether it did.',
      details: () => z.object({ tool: field.text.optional(), reason: field.text.optional() }),
    },
    OP_UNAUTHENTICATED: {
      kind: 'error', category: 'permission', http: 401, retryable: false, recovery: 'authorize', since: '0.1.0',
      summary: 'No valid credentials for the hosting provider',
      message: ["No valid credentials for '{provider}'", 'No valid credentials for the hosting provider'],
      hint: ['Ask the operator to set these environment variables for the server: {variables}.', 'Ask the operator to give the server credentials for the hosting provider.'],
      details: () => z.object({ provider: field.text.optional(), variables: field.texts.optional(), http_status: field.httpStatus.optional() }),
    },
    OP_PROVIDER_UNSUPPORTED: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Hosting provider not supported',
      message: "Provider '{provider}' is not supported",
      hint: ['Pass provider as one of: {supported}.', 'Pass a supported provider, or pass dryRun: true to get the text of the comment.'],
      details: () => z.object({ provider: field.text, supported: field.texts.optional() }),
    },
    OP_PROVIDER_REFUSED: {
      kind: 'error', category: 'permission', http: 403, retryable: false, recovery: 'authorize', since: '0.1.0',
      summary: 'Comment was refused',
      message: ["The comment on '{provider}' was refused: {reason}", "The comment on '{provider}' was refused"],
      hint: [
        "Ask the operator to allow the server's credentials to comment on '{repository}'.",
        'Ask the operator for credentials that are allowed to comment there.',
      ],
      details: () => z.object({
        provider: field.text,
        repository: field.text.optional(),
        reason: field.text.optional(),
        http_status: field.httpStatus.optional(),
      }),
    },
    OP_PULL_REQUEST_NOT_FOUND: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'No such pull request',
      message: ["Pull request {pr_number} not found in '{repository}'", 'Pull request {pr_number} not found'],
      hint: 'Correct prNumber, owner or repo; a private repository is also reported as not found if the credentials have no access to it.',
      details: () => z.object({ pr_number: field.count, repository: field.text.optional(), http_status: field.httpStatus.optional() }),
    },
    OP_PROVIDER_ERROR: {
      kind: 'error', category: 'upstream', http: 502, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'Request to the hosting provider failed',
      message: ["The request to '{provider}' failed: {reason}", "The request to '{provider}' failed"],
      hint: [
        'Repeat the same call after {retry_after_seconds} s; the existing comment is updated in place, not duplicated.',
        'Repeat the same call a few times, waiting longer each time; the existing comment is updated in place, not duplicated.',
      ],
      details: () => z.object({
        provider: field.text,
        reason: field.text.optional(),
        http_status: field.httpStatus.optional(),
        retry_after_seconds: field.seconds.optional(),
      }),
    },
    OP_INTERNAL_ERROR: {
      kind: 'error', category: 'internal', http: 500, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Internal error in the coverage server',
      message: ['{tool} failed because of an internal error', 'The call failed because of an internal error'],
      hint: 'Do not repeat the call. Report the error to the operator of the coverage server.',
      details: () => z.object({ tool: field.text.optional() }),
    },
  },
  { namespace: 'coverage' },
);
