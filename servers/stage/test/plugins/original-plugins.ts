/** A plugin of the original: its tools with their arguments (`*`: required), and its codes. */
export interface OriginalPlugin {
  readonly tools: Readonly<Record<string, readonly string[]>>;
  readonly codes: Readonly<Record<string, { readonly http: number; readonly retryable?: true }>>;
}

const key = ['key*'];
const store = ['database*', 'store*'];

/** The nine plugins of the original. Only arguments that the original names are listed. */
export const originalPlugins: Readonly<Record<string, OriginalPlugin>> = {
  a11y: {
    tools: { audit: ['scope', 'include', 'exclude', 'tags', 'rules', 'impactMin'] },
    codes: {
      UNSUPPORTED: { http: 409 },
      INVALID_SELECTOR: { http: 400 },
      SCOPE_NOT_FOUND: { http: 404 },
      ENGINE_FAILED: { http: 500, retryable: true },
    },
  },
  clock: {
    tools: {
      install: [],
      set_time: ['time*'],
      set_system_time: ['time*'],
      advance: [],
      run_for: [],
      pause: [],
      resume: [],
      status: [],
    },
    codes: { UNSUPPORTED: { http: 409 }, NOT_INSTALLED: { http: 409 } },
  },
  ipc: {
    tools: {
      capture_start: ['channels*'],
      captured: [],
      capture_stop: [],
      invoke: ['channel*'],
      stub: ['channel*', 'response*'],
    },
    codes: {
      EVAL_REQUIRED: { http: 403 },
      MAIN_EVAL_UNSUPPORTED: { http: 409 },
      ALREADY_CAPTURING: { http: 409 },
      NOT_CAPTURING: { http: 409 },
      CHANNEL_NOT_ALLOWED: { http: 403 },
      INVOKE_FAILED: { http: 422 },
    },
  },
  native: {
    tools: {
      menu: [],
      menu_item: ['path*'],
      menu_invoke: ['path*'],
      notifications_start: [],
      notifications: [],
      notifications_stop: [],
      trays: [],
      tray_invoke: ['id*', 'event*'],
    },
    codes: {
      UNSUPPORTED: { http: 409 },
      ALREADY_CAPTURING: { http: 409 },
      NOT_CAPTURING: { http: 409 },
      NOT_INSTRUMENTED: { http: 409 },
    },
  },
  network: {
    tools: {
      capture_start: ['urls*'],
      captured: [],
      capture_stop: [],
      stub: ['urls*', 'status', 'headers', 'body', 'abort', 'times', 'delayMs'],
      unstub: [],
    },
    codes: { UNSUPPORTED: { http: 409 }, ALREADY_CAPTURING: { http: 409 }, NOT_CAPTURING: { http: 409 } },
  },
  production: {
    tools: { validate: ['appPath*', 'checks'] },
    codes: { APP_NOT_FOUND: { http: 404 }, NOT_A_BUNDLE: { http: 400 }, UNSUPPORTED_ARTIFACT: { http: 400 } },
  },
  storage: {
    tools: {
      cookies: [],
      set_cookie: [],
      clear_cookies: [],
      snapshot: [],
      ...Object.fromEntries(
        ['local', 'session'].flatMap((area) => [
          [`${area}_get`, key],
          [`${area}_set`, ['key*', 'value*']],
          [`${area}_remove`, key],
          [`${area}_keys`, []],
          [`${area}_clear`, []],
        ]),
      ),
      idb_schema: ['database*'],
      idb_get: [...store, 'key*'],
      idb_keys: store,
      idb_count: store,
      idb_set: [...store, 'value*'],
      idb_delete: [...store, 'key*'],
      idb_clear: store,
    },
    codes: {
      UNSUPPORTED: { http: 409 },
      EVAL_REQUIRED: { http: 403 },
      ACCESS_FAILED: { http: 422 },
      NOT_FOUND: { http: 404 },
    },
  },
  trace: {
    tools: {
      start: ['budgetTokens', 'enforce', 'warnThreshold'],
      stop: [],
      tokens: [],
      status: [],
      budget: [],
      replay: ['path*', 'dryRun'],
      view: [],
      promote: [],
    },
    codes: {
      ALREADY_RECORDING: { http: 409 },
      NOT_RECORDING: { http: 409 },
      ARTIFACT_NOT_FOUND: { http: 404 },
      ARTIFACT_INVALID: { http: 400 },
      ARTIFACT_WRITE_FAILED: { http: 500, retryable: true },
      BUDGET_EXCEEDED: { http: 429 },
    },
  },
  visual: {
    tools: { capture: [], expect: [], update_baseline: ['confirm*'] },
    codes: {
      UNSUPPORTED: { http: 409 },
      SURFACE_UNSUPPORTED: { http: 409 },
      INVALID_SELECTOR: { http: 400 },
      UNSTABLE: { http: 409, retryable: true },
      CAPTURE_FAILED: { http: 500, retryable: true },
      IMAGE_TOO_LARGE: { http: 413 },
      PATH_INVALID: { http: 400 },
      BASELINE_NOT_FOUND: { http: 404 },
      BASELINE_INVALID: { http: 409 },
      ENV_MISMATCH: { http: 409 },
      MISMATCH: { http: 409 },
      WRITE_FAILED: { http: 500, retryable: true },
    },
  },
};
