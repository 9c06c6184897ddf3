import type { Failure, Json, JsonObject, NextAction } from '@recourse/contract';
import type { StageCode } from '@recourse/contract/registries';

/** The call that failed. */
export interface FailedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

type Suggest = (call: FailedCall, failure: Pick<Failure, 'details'>) => readonly NextAction[];

/** No call helps: an argument, the app, a plugin or the server's settings must change first. */
const none: Suggest = () => [];

const longestTimeoutMs = 60_000;
const mostSessions = 5;

const act = (tool: string, args: Readonly<Record<string, Json | undefined>>, why: string): NextAction => ({
  tool,
  arguments: Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)),
  why,
});

const sessionOf = ({ arguments: { sessionId } }: FailedCall): { readonly sessionId?: string } =>
  typeof sessionId === 'string' ? { sessionId } : {};

const sessions: Suggest = () => [act('electron_status', {}, 'Lists the live sessions.')];
const surfaces: Suggest = (call) => [
  act('electron_surfaces_list', sessionOf(call), 'Lists the open windows, pages and webviews.'),
];
const look: Suggest = (call) => [
  act('electron_snapshot', sessionOf(call), 'Shows the current elements with their references.'),
];
/** An element of another surface is there still; any other has to be found again. */
const lookOrSwitch: Suggest = (call, failure) => {
  const { reason, surface_id: surfaceId } = failure.details ?? {};
  if (reason !== 'other_surface' || surfaceId === undefined) return look(call, failure);
  const args = { ...sessionOf(call), surfaceId };
  return [act('electron_switch_surface', args, "Makes the element's surface the active one.")];
};
const running: Suggest = () => [
  act('electron_discover_running', {}, 'Looks for running apps that can be attached to.'),
];
const doctor: Suggest = () => [act('electron_doctor', {}, 'Checks that the server has what it needs to start apps.')];
const info: Suggest = (call) => [act('electron_info', sessionOf(call), 'Shows what the session can do with the app.')];
const consoles: Suggest = (call) => [
  act('electron_console_logs', sessionOf(call), 'Shows what the page wrote to its console before the failure.'),
];

/** The same call in each of the live sessions. */
const inEachSession: Suggest = (call, { details }) => {
  // Typed text may be a password, and code is long.
  if (['text', 'promptText', 'fields', 'code'].some((name) => name in call.arguments)) return sessions(call, {});
  const ids = details?.['session_ids'];
  return (Array.isArray(ids) ? ids : [])
    .slice(0, mostSessions)
    .map((sessionId: Json) =>
      act(call.tool, { ...call.arguments, sessionId }, `Makes the same call in session ${String(sessionId)}.`),
    );
};

const useOrStop: Suggest = (_, { details }) => {
  const session = details?.['session_id'];
  const sessionId = typeof session === 'string' ? session : undefined;
  return [
    act('electron_snapshot', { sessionId }, 'Shows the running app.'),
    act('electron_stop', { sessionId }, 'Stops the running app, so that another one can start.'),
  ];
};

/** The same call with the longest time limit. Variables are not repeated: they may be secrets. */
const waitLonger: Suggest = ({ tool, arguments: given }) => {
  const { env, ...others } = given;
  const hasVariables = typeof env === 'object' && env !== null && Object.keys(env).length > 0;
  if (hasVariables || given['timeoutMs'] === longestTimeoutMs) return [];
  return [act(tool, { ...others, timeoutMs: longestTimeoutMs }, 'Gives the app more time to start.')];
};

type ElementCall = readonly [tool: string, args: JsonObject, why: string];

/** Calls about the element that a failure names by a reference; a look at the page if it names none. */
const about =
  (field: 'ref' | 'covering_ref', calls: readonly ElementCall[]): Suggest =>
  (call, failure) => {
    const ref = failure.details?.[field];
    if (typeof ref !== 'number') return look(call, failure);
    return calls.map(([tool, args, why]) => act(tool, { ...sessionOf(call), ref, ...args }, why));
  };

const lookAt = about('ref', [['electron_snapshot', {}, 'Shows the current state of the element.']]);
const lookAtCover = about('covering_ref', [
  ['electron_snapshot', {}, 'Shows the covering element, with controls that may close it.'],
]);
const waitUntilVisible = about('ref', [
  ['electron_wait_for_selector', { state: 'visible' }, 'Waits until the element is visible.'],
]);
const waitUntilEnabled = about('ref', [
  ['electron_get_state', {}, 'Shows the states of the element.'],
  ['electron_wait_for_state', { state: { enabled: true } }, 'Waits until the app enables the element.'],
]);
const clickFirst = about('ref', [
  ['electron_click', {}, 'Puts the cursor into the element. Then call electron_keyboard_type without a target.'],
]);
const clearFirst = about('ref', [['electron_clear_input', {}, 'Empties the field.']]);
const checkInstead = about('ref', [['electron_check', {}, 'Checks the box.']]);
const clickInstead = about('ref', [['electron_click', {}, 'Clicks the element.']]);
const showOptions = about('ref', [['electron_snapshot', {}, 'Shows the options of the list.']]);
const insteadOfTyping: Readonly<Record<string, Suggest>> = {
  checkbox: checkInstead,
  radio: checkInstead,
  switch: checkInstead,
  button: clickInstead,
  link: clickInstead,
  listbox: showOptions,
};

/** A full field is emptied first. An element that takes no text is used in another way. */
const typeOtherwise: Suggest = (call, failure) => {
  const { role, content_length: length } = failure.details ?? {};
  if (length !== undefined) return clearFirst(call, failure);
  const suggest = typeof role === 'string' && Object.hasOwn(insteadOfTyping, role) ? insteadOfTyping[role] : undefined;
  return (suggest ?? clickFirst)(call, failure);
};

/** The calls that each code suggests where a failure names none itself. */
const suggestions: Readonly<Record<StageCode | 'BATCH_PARTIAL_FAILURE', Suggest>> = {
  NOT_RUNNING: sessions,
  SESSION_AMBIGUOUS: inEachSession,
  RENDERER_HUNG: consoles,
  TOOL_GATED: none,
  TOOL_NOT_IN_PROFILE: none,
  ALREADY_RUNNING: useOrStop,
  LAUNCH_TIMEOUT: waitLonger,
  LAUNCH_FAILED: doctor,
  FUSES_BLOCK_LAUNCH: running,
  SINGLE_INSTANCE_LOCK: running,
  BAD_ARGUMENT: none,
  FILE_NOT_FOUND: none,
  ABSOLUTE_PATH_REQUIRED: none,
  REF_NOT_FOUND: lookOrSwitch,
  SURFACE_NOT_FOUND: surfaces,
  SURFACE_CLOSED: surfaces,
  SURFACE_UNSUPPORTED: look,
  SELECTOR_NO_MATCH: look,
  SELECTOR_INVALID: look,
  ELEMENT_COVERED: lookAtCover,
  ELEMENT_NOT_VISIBLE: waitUntilVisible,
  ELEMENT_DISABLED: waitUntilEnabled,
  TYPE_NO_EFFECT: typeOtherwise,
  WAIT_TIMEOUT: lookAt,
  EXPECTATION_FAILED: lookAt,
  TRANSPORT_UNSUPPORTED: info,
  CDP_DISCONNECTED: sessions,
  CDP_TIMEOUT: sessions,
  INJECT_FAILED: running,
  PLUGIN_LOAD_FAILED: none,
  PLUGIN_VERSION_MISMATCH: none,
  PLUGIN_MANIFEST_INVALID: none,
  PLUGIN_CONFIG_INVALID: none,
  PLUGIN_CAPABILITY_DENIED: none,
  PLUGIN_STOPPED: none,
  EVAL_SYNTAX_ERROR: none,
  EVAL_RUNTIME_ERROR: look,
  EVAL_TIMEOUT: look,
  EVAL_BLOCKED_KEYWORD: none,
  EVAL_BLOCKED_CONSTRUCT: none,
  OPERATION_TIMEOUT: look,
  NOT_IMPLEMENTED: none,
  BATCH_PARTIAL_FAILURE: look,
};

/** The calls to make after a failure. */
export const nextActions = (call: FailedCall, failure: Failure): readonly NextAction[] => {
  if (failure.next_actions) return failure.next_actions;
  const { code } = failure;
  return Object.hasOwn(suggestions, code) ? suggestions[code as keyof typeof suggestions](call, failure) : [];
};
