/** One argument of the original. A range or a default is stated only if the original states it. */
export interface OriginalArgument {
  /** The JSON type, the values of a choice joined by `|`, or `any`. */
  readonly type: string;
  readonly isRequired?: boolean;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Larger values are reduced to this one. */
  readonly cappedAt?: number;
}

export type OriginalTool = Readonly<Record<string, OriginalArgument>>;

const text: OriginalArgument = { type: 'string' };
const texts: OriginalArgument = { type: 'string[]' };
const flag: OriginalArgument = { type: 'boolean' };
const integer: OriginalArgument = { type: 'integer' };
const no: OriginalArgument = { type: 'boolean', default: false };
const count: OriginalArgument = { type: 'integer', minimum: 0 };
const required = (argument: OriginalArgument): OriginalArgument => ({ ...argument, isRequired: true });

const session = { sessionId: text };
const target = { ...session, ref: { type: 'integer', minimum: 1 }, selector: text };
const slow = { timeoutMs: { type: 'integer', minimum: 0, default: 5000, cappedAt: 30_000 } };
const action = { ...target, ...slow, force: no };
const calm = { ...target, ...slow };
const polling = { timeoutMs: { type: 'integer', minimum: 0, default: 5000, cappedAt: 60_000 } };
const textRules = { equals: text, contains: text, regex: text, not_equals: text, not_contains: text, flags: text };
const filters = { role: text, name_contains: text, name_exact: text, visible: flag, enabled: flag, interactive: flag };
const loopback: OriginalArgument = { type: 'string' };
const code = { ...session, code: required({ type: 'string', maximum: 100_000 }), arg: { type: 'any' } };

/** The 57 tools of the original with their arguments. */
export const originalTools: Readonly<Record<string, OriginalTool>> = {
  electron_launch: {
    main: text,
    executablePath: text,
    runtime: { type: 'project' },
    args: texts,
    env: { type: 'object' },
    cwd: text,
    timeoutMs: integer,
    credentialStore: { type: 'testing|system' },
    readyTimeoutMs: { type: 'integer', minimum: 0, maximum: 60_000, default: 5000 },
    allowMultiple: no,
    instrumentNative: flag,
  },
  electron_attach: { port: integer, host: loopback, cdpUrl: text, pid: integer, timeoutMs: integer },
  electron_inject: { pid: required(integer), timeoutMs: integer },
  electron_detach: session,
  electron_stop: { ...session, timeoutMs: { type: 'integer', default: 10_000 } },
  electron_force_kill: session,
  electron_switch_window: { ...session, targetId: text, windowTitle: text, index: count },
  electron_switch_surface: { ...session, surfaceId: required(text) },
  electron_click: {
    ...action,
    button: { type: 'left|right|middle', default: 'left' },
    clickCount: { type: 'integer', minimum: 1, default: 1 },
  },
  electron_hover: action,
  electron_drag: { ...action, targetRef: target.ref, targetSelector: text },
  electron_type: { ...action, text: required({ type: 'string', maximum: 100_000 }) },
  electron_keyboard_type: { ...action, text: required({ type: 'string', maximum: 10_000 }) },
  electron_type_into_editor: { ...calm, text: required(text), replace: no },
  electron_key: { ...action, key: required(text) },
  electron_press_sequence: { ...action, keys: required({ type: 'string[]', maximum: 100 }) },
  electron_clear_input: action,
  electron_check: action,
  electron_uncheck: action,
  electron_select_option: { ...action, values: required(texts) },
  electron_set_files: { ...calm, paths: required({ type: 'string[]', maximum: 20 }) },
  electron_drop_file: { ...calm, paths: required({ type: 'string[]', maximum: 10 }), mimeType: text },
  electron_scroll: { ...calm, dx: { type: 'number' }, dy: { type: 'number' } },
  electron_scroll_into_view: calm,
  electron_snapshot: {
    ...session,
    since: { type: 'last' },
    interactiveOnly: no,
    maxEntries: { type: 'integer', minimum: 1, maximum: 10_000, default: 2000 },
    format: { type: 'json|text' },
    diffFormat: { type: 'compact|full', default: 'compact' },
    budgetTokens: { type: 'integer', minimum: 50 },
  },
  electron_find: { ...session, ...filters, limit: integer },
  electron_elements_list: {
    ...session,
    selector: required(text),
    limit: { type: 'integer', maximum: 200, default: 50 },
  },
  electron_exists: target,
  electron_get_text: target,
  electron_get_value: target,
  electron_get_attribute: { ...target, name: required(text) },
  electron_get_bbox: target,
  electron_get_computed_style: { ...target, properties: required({ type: 'string[]', maximum: 50 }) },
  electron_get_state: target,
  electron_focused_element: session,
  electron_wait: { ...session, ms: required({ type: 'integer', minimum: 0, cappedAt: 60_000 }) },
  electron_wait_for_selector: {
    ...target,
    ...polling,
    state: { type: 'attached|visible|hidden|detached', default: 'visible' },
  },
  electron_wait_for_state: { ...target, ...polling, state: required({ type: 'object' }) },
  electron_wait_for_event: { ...target, ...polling, eventName: required(text) },
  electron_expect_text: { ...target, ...polling, ...textRules },
  electron_expect_value: { ...target, ...polling, ...textRules },
  electron_expect_visible: { ...target, ...polling },
  electron_expect_state: { ...target, ...polling, state: required({ type: 'object' }) },
  electron_expect_count: {
    ...session,
    ...polling,
    ...filters,
    selector: text,
    equals: count,
    min: count,
    max: count,
  },
  electron_expect_url: { ...session, ...polling, contains: text, matches: text, flags: text },
  electron_assert_pattern: {
    ...target,
    attribute: text,
    equals: text,
    contains: text,
    matches_regex: text,
    flags: text,
  },
  electron_discover_running: {
    ports: { type: 'integer[]', maximum: 64, default: [9222, 9223, 9224, 9225] },
    host: loopback,
    timeoutMs: { type: 'integer', maximum: 5000, default: 300 },
  },
  electron_info: session,
  electron_status: {},
  electron_doctor: {},
  electron_eval_main: code,
  electron_eval_renderer: code,
  electron_console_logs: {
    ...session,
    type: { type: 'string' },
    match: text,
    since: integer,
    limit: { type: 'integer', maximum: 1000, default: 200 },
  },
  electron_dialog_handler: {
    ...session,
    action: { type: 'accept|dismiss' },
    perType: { type: 'object' },
    promptText: text,
    oneShot: no,
    type: { type: 'string' },
    since: integer,
    limit: { type: 'integer', maximum: 200, default: 50 },
    clear: flag,
  },
  electron_screenshot: {
    ...target,
    fullPage: no,
    clip: { type: 'object' },
    format: { type: 'png|jpeg', default: 'png' },
    quality: { type: 'integer', minimum: 0, maximum: 100 },
    path: text,
    dir: text,
    windowId: text,
    windowTitle: text,
    windowIndex: count,
  },
  electron_windows_list: session,
  electron_surfaces_list: session,
};
