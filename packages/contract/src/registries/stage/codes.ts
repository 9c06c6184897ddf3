import { z } from 'zod';
import { defineCodes } from '../../codes/define-codes.ts';
import { field } from '../field.ts';

const elementRef = () => z.union([z.string(), z.int()]);

/** Which element was meant; a call names it by one of the two. */
const target = () => ({ ref: elementRef().optional(), selector: field.text.optional() });

/** What a process said before it ended or was given up. */
const processEnd = () => ({
  path: field.text.optional(),
  exit_code: z.int().optional(),
  signal: field.text.optional(),
  output_tail: field.text.optional(),
});

/**
 * The codes of the Electron stage. Status and retryable are its registry's; its INTERNAL_ERROR is the core's. Three
 * hints are literal parts of its contract; the others say only what the server can keep.
 */
// A table reads by the row:
// prettier-ignore
export const stageCodes = defineCodes(
  {
    NOT_RUNNING: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'No app is running',
      message: ["Session '{session_id}' has no running app", 'No app is running'],
      hint: 'Call launch first.',
      details: () => z.object({ session_id: field.text.optional(), ended_at: field.timestamp.optional(), exit_code: z.int().optional(), signal: field.text.optional(), output_tail: field.text.optional() }),
    },
    SESSION_AMBIGUOUS: {
      kind: 'error', category: 'validation', http: 409, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Several sessions are live, and the call names none',
      message: 'Several sessions are live: {session_ids}',
      hint: 'Repeat the call with sessionId, one of: {session_ids}.',
      details: () => z.object({ session_ids: field.texts }),
    },
    RENDERER_HUNG: {
      kind: 'error', category: 'upstream', http: 503, retryable: true, recovery: 'wait', since: '0.1.0',
      summary: 'Page is busy and does not answer',
      message: ["Surface '{surface_id}' did not answer within {timeout_ms} ms", 'The page did not answer within {timeout_ms} ms'],
      hint: 'Wait and repeat the call; if the page stays busy, stop the app with force_kill.',
      details: () => z.object({ surface_id: field.text.optional(), timeout_ms: field.milliseconds, method: field.text.optional() }),
    },
    TOOL_GATED: {
      kind: 'error', category: 'permission', http: 403, retryable: false, recovery: 'report', since: '0.1.0',
      summary: 'Operator has not enabled the tool',
      message: "Tool '{tool}' is disabled; the operator enables it with {option}",
      hint: 'Use another tool, or ask the operator to start the server with {option}.',
      details: () => z.object({ tool: field.text, option: field.text }),
    },
    TOOL_NOT_IN_PROFILE: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'Tool is not part of the profile that the server runs with',
      message: "Tool '{tool}' is not part of profile '{profile}'",
      hint: 'Use a tool that is listed, or ask the operator for one of the profiles: {available}.',
      details: () => z.object({ tool: field.text, profile: field.text, available: field.texts }),
    },
    ALREADY_RUNNING: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'An app is already running',
      message: ["An app is already running in session '{session_id}'", 'An app is already running'],
      hint: 'Use the running app, or stop it and launch again.',
      details: () => z.object({ session_id: field.text.optional(), pid: field.count.optional() }),
    },
    LAUNCH_TIMEOUT: {
      kind: 'error', category: 'upstream', http: 408, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'App did not start in time',
      message: ['The app did not start within {timeout_ms} ms', 'The app did not start in time'],
      hint: 'Repeat with a longer timeout; if it fails again, read output_tail for what the app waits on.',
      details: () => z.object({ ...processEnd(), timeout_ms: field.milliseconds.optional() }),
    },
    LAUNCH_FAILED: {
      kind: 'error', category: 'upstream', http: 500, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'App did not start, or ended early',
      message: ['The app ended with exit code {exit_code} while starting', 'The app did not start: {reason}', 'The app did not start'],
      hint: 'Read output_tail, then correct the path, the arguments or the app itself; the same launch fails the same way.',
      details: () => z.object({ ...processEnd(), reason: field.text.optional() }),
    },
    FUSES_BLOCK_LAUNCH: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Fuses of the build forbid this kind of launch',
      message: ["Fuse '{fuse}' of '{path}' blocks this launch", "Fuse '{fuse}' blocks this launch", 'The fuses of the build block this launch'],
      hint: 'Launch the packaged executable itself, attach to it over its debugging port, or use a build with the fuse open.',
      details: () => z.object({ fuse: field.text.optional(), path: field.text.optional() }),
    },
    SINGLE_INSTANCE_LOCK: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0', reserved: true,
      summary: 'Another instance of the app holds the lock',
      message: ['Another instance of the app is running (process {pid})', 'Another instance of the app is running'],
      hint: 'Quit the other instance, or launch with a user data directory of its own.',
      details: () => z.object({ pid: field.count.optional(), path: field.text.optional() }),
    },
    BAD_ARGUMENT: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Argument does not fit',
      message: ["Argument '{argument}' is invalid: {reason}", "Argument '{argument}' is invalid", 'The arguments are invalid'],
      hint: ["Correct '{argument}' by the input schema of the tool.", 'Correct what the problems name by the input schema of the tool.'],
      details: () => z.object({ argument: field.text.optional(), reason: field.text.optional(), problems: field.problems.optional() }),
    },
    FILE_NOT_FOUND: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'File does not exist',
      message: "No file '{path}'",
      hint: 'Correct the path; it is looked up on the machine of the server.',
      details: () => z.object({ path: field.text, argument: field.text.optional() }),
    },
    ABSOLUTE_PATH_REQUIRED: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Path is not absolute',
      message: "Path '{path}' is not absolute",
      hint: 'Send the whole path, from the root of the file system.',
      details: () => z.object({ path: field.text, argument: field.text.optional() }),
    },
    REF_NOT_FOUND: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'Reference names no element',
      message: ['Ref {ref} not found: {reason}', 'Ref {ref} not found'],
      hint: 'Call snapshot first.',
      details: () => z.object({
        ref: elementRef(),
        reason: z.enum(['never_seen', 'removed', 'replaced', 'reloaded', 'changed', 'other_surface']).optional(),
        last_role: field.text.optional(),
        last_name: field.text.optional(),
        last_row: field.text.optional(),
        role: field.text.optional(),
        name: field.text.optional(),
        row: field.text.optional(),
        surface_id: field.text.optional(),
      }),
    },
    SURFACE_NOT_FOUND: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'No such surface',
      message: "No surface '{surface_id}'",
      hint: ['Use one of: {available}.', 'List the surfaces and use an id from there.'],
      details: () => z.object({ surface_id: field.text, available: field.texts.optional() }),
    },
    SURFACE_CLOSED: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'Surface was closed',
      message: ["Surface '{surface_id}' is closed", 'The active surface is closed'],
      hint: 'List the surfaces and switch to a live one; if the app has ended, launch it again.',
      details: () => z.object({ surface_id: field.text.optional(), closed_at: field.timestamp.optional(), reason: z.enum(['closed', 'crashed']).optional() }),
    },
    SURFACE_UNSUPPORTED: {
      kind: 'error', category: 'conflict', http: 501, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Not possible on this kind of surface',
      message: ["'{operation}' is not possible on a surface of kind '{surface_kind}'", "'{operation}' is not possible on this surface"],
      hint: 'Switch to a window or page, and repeat the call there.',
      details: () => z.object({ operation: field.text, surface_id: field.text.optional(), surface_kind: field.text.optional() }),
    },
    SELECTOR_NO_MATCH: {
      kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'discover', since: '0.1.0',
      summary: 'Selector matches no element',
      message: "No element matches '{selector}'",
      hint: 'Find the element by role and name, or take a snapshot and use a ref; if it is yet to appear, wait for it.',
      details: () => z.object({ selector: field.text, surface_id: field.text.optional() }),
    },
    SELECTOR_INVALID: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Selector is not valid CSS',
      message: "'{selector}' is not a valid CSS selector",
      hint: 'Correct the selector, or find the element by role and name.',
      details: () => z.object({ selector: field.text }),
    },
    ELEMENT_COVERED: {
      kind: 'error', category: 'conflict', http: 409, retryable: true, recovery: 'change_state', since: '0.1.0',
      summary: 'Another element is in front',
      message: ['{covered_by} covers the element', 'Another element covers the element'],
      hint: 'Close or move what covers the element, then repeat the call.',
      details: () => z.object({ ...target(), covered_by: field.text.optional(), covering_ref: elementRef().optional() }),
    },
    ELEMENT_NOT_VISIBLE: {
      kind: 'error', category: 'conflict', http: 409, retryable: true, recovery: 'wait', since: '0.1.0',
      summary: 'Element is not visible',
      message: ["The element is covered by '{covered_by}'", 'The element is not visible: {reason}', 'The element is not visible'],
      hint: 'Wait for the element to become visible.',
      details: () => z.object({
        ...target(),
        reason: field.text.optional(),
        covered_by: field.text.optional(),
        timeout_ms: field.milliseconds.optional(),
        last_state: field.json.optional(),
      }),
    },
    ELEMENT_DISABLED: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Element is disabled',
      message: ['The element is disabled: {reason}', 'The element is disabled'],
      hint: 'Do first in the app what enables the element, such as filling in a required field.',
      details: () => z.object({ ...target(), reason: field.text.optional(), last_state: field.json.optional() }),
    },
    TYPE_NO_EFFECT: {
      kind: 'error', category: 'validation', http: 422, retryable: false, recovery: 'fix_input', since: '0.1.0',
      summary: 'Target ignored the typed text',
      message: 'The target ignored the typed text',
      hint: 'Click the content area of the editor, then type into the active element with no target; the same target ignores it again.',
      details: () => z.object({ ...target(), role: field.text.optional(), content_length: field.count.optional() }),
    },
    WAIT_TIMEOUT: {
      kind: 'error', category: 'conflict', http: 408, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'Condition did not hold in time',
      message: ["'{condition}' did not hold within {timeout_ms} ms", 'The condition did not hold within {timeout_ms} ms'],
      hint: 'Look in last_state for what never matched: correct the condition, or wait again with a longer timeout.',
      details: () => z.object({ ...target(), timeout_ms: field.milliseconds, condition: field.text.optional(), last_state: field.json.optional() }),
    },
    EXPECTATION_FAILED: {
      kind: 'error', category: 'conflict', http: 417, retryable: true, recovery: 'discover', since: '0.1.0',
      summary: 'Expectation not met',
      message: ['Expected {expected}, found {actual}', 'Expected {expected}, found nothing'],
      hint: 'Compare expected and actual, and take a snapshot. Repeat only if the app was still changing; else the app or the expectation is wrong.',
      details: () => z.object({
        ...target(),
        expected: field.json,
        actual: field.json.optional(),
        timeout_ms: field.milliseconds.optional(),
      }),
    },
    TRANSPORT_UNSUPPORTED: {
      kind: 'error', category: 'conflict', http: 501, retryable: false, recovery: 'change_state', since: '0.1.0',
      summary: 'Not possible over this connection',
      message: ["'{capability}' is not possible over '{transport}'", "'{capability}' is not possible in this session"],
      hint: [
        'Open a session that can do it, over one of: {supporting_transports}.',
        'Launch the app instead of attaching to it, if the step needs this capability.',
      ],
      details: () => z.object({ capability: field.text, transport: field.text.optional(), supporting_transports: field.texts.optional() }),
    },
    CDP_DISCONNECTED: {
      kind: 'error', category: 'upstream', http: 503, retryable: true, recovery: 'change_state', since: '0.1.0',
      summary: 'Connection to the app is lost',
      message: ['The connection to the app was lost: {reason}', 'The connection to the app was lost'],
      hint: 'Repeat the call: the server connects again if the app still runs. If it answers NOT_RUNNING, launch or attach again.',
      details: () => z.object({
        session_id: field.text.optional(),
        reason: field.text.optional(),
        exit_code: z.int().optional(),
        signal: field.text.optional(),
      }),
    },
    CDP_TIMEOUT: {
      kind: 'error', category: 'upstream', http: 408, retryable: true, recovery: 'retry', since: '0.1.0',
      summary: 'App did not answer a protocol call in time',
      message: ["'{method}' was not answered within {timeout_ms} ms", 'The app did not answer in time'],
      hint: 'Repeat the call once the app is idle; after an action, take a snapshot first to see whether it took effect.',
      details: () => z.object({ method: field.text.optional(), timeout_ms: field.milliseconds.optional() }),
    },
    INJECT_FAILED: {
      kind: 'error', category: 'upstream', http: 500, retryable: true, recovery: 'change_state', since: '0.1.0', reserved: true,
      summary: 'Inspector of a running process could not be opened',
      message: ['Process {pid} could not be inspected: {reason}', 'Process {pid} could not be inspected'],
      hint: 'Start the app with a debugging port and attach to it; repeating helps only if the process was still starting.',
      details: () => z.object({ pid: field.count, reason: field.text.optional(), port: field.count.optional() }),
    },
    PLUGIN_LOAD_FAILED: {
      kind: 'error', category: 'internal', http: 500, retryable: false, recovery: 'report', since: '0.1.0', reserved: true,
      summary: 'Plugin could not be loaded',
      message: ["Plugin '{plugin}' could not be loaded: {reason}", "Plugin '{plugin}' could not be loaded"],
      hint: 'Tell the operator: the plugin must be installed where the server runs and import without an error.',
      details: () => z.object({ plugin: field.text, reason: field.text.optional() }),
    },
    PLUGIN_VERSION_MISMATCH: {
      kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'report', since: '0.1.0', reserved: true,
      summary: 'Plugin is made for another version of the server',
      message: ["Plugin '{plugin}' needs version {required_range}, the server has {actual_version}", "Plugin '{plugin}' is made for another version"],
      hint: 'Tell the operator to install the version of the plugin made for this server, or to update the server.',
      details: () => z.object({ plugin: field.text, required_range: field.text.optional(), actual_version: field.text.optional() }),
    },
    PLUGIN_MANIFEST_INVALID: {
      kind: 'error', category: 'schema', http: 500, retryable: false, recovery: 'report', since: '0.1.0', reserved: true,
      summary: 'Plugin does not export a valid manifest',
      message: ["The manifest of plugin '{plugin}' is invalid: {reason}", "The manifest of plugin '{plugin}' is invalid"],
      hint: 'Tell the author of the plugin what the problems name; no setting of the server helps.',
      details: () => z.object({ plugin: field.text, reason: field.text.optional(), problems: field.problems.optional() }),
    },
    PLUGIN_CONFIG_INVALID: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0', reserved: true,
      summary: 'Configuration of a plugin does not fit its schema',
      message: ["The configuration of plugin '{plugin}' is invalid: {reason}", "The configuration of plugin '{plugin}' is invalid"],
      hint: "Correct the configuration of '{plugin}' where the server is started.",
      details: () => z.object({ plugin: field.text, reason: field.text.optional(), problems: field.problems.optional() }),
    },
    EVAL_SYNTAX_ERROR: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0', reserved: true,
      summary: 'Code is not valid JavaScript',
      message: ['Line {line}, column {column}: {reason}', 'The code is not valid JavaScript: {reason}', 'The code is not valid JavaScript'],
      hint: 'Correct the syntax; nothing of the code was run.',
      details: () => z.object({
        reason: field.text.optional(),
        line: field.count.optional(),
        column: field.count.optional(),
        code_hash: field.text.optional(),
      }),
    },
    EVAL_RUNTIME_ERROR: {
      kind: 'error', category: 'upstream', http: 500, retryable: false, recovery: 'fix_input', since: '0.1.0', reserved: true,
      summary: 'Code threw an error',
      message: ['The code threw {error_name}: {reason}', 'The code threw: {reason}', 'The code threw an error'],
      hint: 'Correct the code; what ran before the error may have changed the app.',
      details: () => z.object({ error_name: field.text.optional(), reason: field.text.optional(), code_hash: field.text.optional() }),
    },
    EVAL_TIMEOUT: {
      kind: 'error', category: 'upstream', http: 408, retryable: true, recovery: 'verify', since: '0.1.0', reserved: true,
      summary: 'Code did not finish in time',
      message: ['The code did not finish within {timeout_ms} ms', 'The code did not finish in time'],
      hint: 'The code may still be running: look what it has done before sending it again, and let it do less in one call.',
      details: () => z.object({ timeout_ms: field.milliseconds.optional(), code_hash: field.text.optional() }),
    },
    EVAL_BLOCKED_KEYWORD: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0', reserved: true,
      summary: 'Code holds a blocked keyword',
      message: "The code holds the blocked keyword '{keyword}'",
      hint: "Remove '{keyword}', or use a tool made for the step; no option of the call lifts the block.",
      details: () => z.object({ keyword: field.text, code_hash: field.text }),
    },
    EVAL_BLOCKED_CONSTRUCT: {
      kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0', reserved: true,
      summary: 'Code holds a blocked construct',
      message: "The code holds the blocked construct '{construct}'",
      hint: "Remove '{construct}'; where there is a tool for the step, use it instead of code.",
      details: () => z.object({ construct: field.text, code_hash: field.text }),
    },
    OPERATION_TIMEOUT: {
      kind: 'error', category: 'internal', http: 408, retryable: true, recovery: 'verify', since: '0.1.0', reserved: true,
      summary: 'Operation reached the time limit of the server',
      message: ["'{operation}' did not finish within {timeout_ms} ms", 'The operation did not finish in time'],
      hint: 'Take a snapshot to see whether it took effect; if not, repeat it, or do it in smaller steps.',
      details: () => z.object({ operation: field.text.optional(), timeout_ms: field.milliseconds.optional() }),
    },
    NOT_IMPLEMENTED: {
      kind: 'error', category: 'not_found', http: 501, retryable: false, recovery: 'discover', since: '0.1.0', reserved: true,
      summary: 'Not implemented',
      message: ["'{operation}' is not implemented by '{component}'", "'{operation}' is not implemented"],
      hint: 'Reach the goal with other tools; list them to see what there is.',
      details: () => z.object({ operation: field.text, component: field.text.optional() }),
    },
  },
  { namespace: 'stage' },
);
