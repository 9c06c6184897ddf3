import type { Failure, JsonObject } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import { describe, expect, it } from 'vitest';
import { createStageServer } from '../server.ts';
import { readSettings } from '../settings.ts';
import { nextActions } from './next-actions.ts';

/** A stage without sessions that finds no program: valid calls are refused for that, invalid ones as invalid. */
const serve = (environment: Readonly<Record<string, string>> = {}) => {
  const given = { PATH: '/nowhere', ...environment };
  const { server } = createStageServer({ settings: readSettings(given, '/nowhere'), environment: given });
  return async (tool: string, args: JsonObject = {}): Promise<JsonObject> => {
    const caller = { transport: 'in-process', local: true } as const;
    return (await server.respond({ tool, arguments: args, caller })).structuredContent as JsonObject;
  };
};

/** A call that can fail with the code, and the details of that failure. */
const failures: Readonly<Record<string, { tool?: string; arguments?: JsonObject; details?: JsonObject }>> = {
  SESSION_AMBIGUOUS: {
    arguments: { ref: 3, budgetTokens: 500 },
    details: { session_ids: ['session-1', 'session-2'] },
  },
  ALREADY_RUNNING: {
    tool: 'electron_launch',
    arguments: { main: '/nowhere/app' },
    details: { session_id: 'session-4' },
  },
  LAUNCH_TIMEOUT: { tool: 'electron_launch', arguments: { main: '/nowhere/app', args: ['--x'], timeoutMs: 500 } },
  ELEMENT_COVERED: { tool: 'electron_click', details: { ref: 3, covering_ref: 4 } },
  ELEMENT_NOT_VISIBLE: { tool: 'electron_click', details: { ref: 3 } },
  ELEMENT_DISABLED: { tool: 'electron_click', details: { ref: 3 } },
  TYPE_NO_EFFECT: { tool: 'electron_type', details: { ref: 3 } },
  WAIT_TIMEOUT: { tool: 'electron_wait_for_state', details: { ref: 3 } },
  EXPECTATION_FAILED: { tool: 'electron_expect_text', details: { ref: 3 } },
};

/** Codes after which no call helps. */
const without: ReadonlySet<string> = new Set([
  'TOOL_GATED',
  'TOOL_NOT_IN_PROFILE',
  'BAD_ARGUMENT',
  'FILE_NOT_FOUND',
  'ABSOLUTE_PATH_REQUIRED',
  'PLUGIN_LOAD_FAILED',
  'PLUGIN_VERSION_MISMATCH',
  'PLUGIN_MANIFEST_INVALID',
  'PLUGIN_CONFIG_INVALID',
  'PLUGIN_CAPABILITY_DENIED',
  'PLUGIN_STOPPED',
  'EVAL_SYNTAX_ERROR',
  'EVAL_BLOCKED_KEYWORD',
  'EVAL_BLOCKED_CONSTRUCT',
  'NOT_IMPLEMENTED',
]);

describe('next actions', () => {
  const call = serve();

  it.each(Object.keys(stageCodes.definitions))('of %s are valid calls', async (code) => {
    const { tool = 'electron_get_text', arguments: args, details } = failures[code] ?? {};
    const failed = { tool, arguments: args ?? { ref: 3, sessionId: 'session-1' } };
    const actions = nextActions(failed, { code, ...(details && { details }) } as Failure);
    expect(actions.length > 0).toBe(!without.has(code));
    for (const action of actions) {
      const answer = await call(action.tool, action.arguments);
      expect(['BAD_ARGUMENT', 'NOT_FOUND_OPERATION'], JSON.stringify(action)).not.toContain(answer['code']);
      expect(action.why).toMatch(/^[A-Z].+\.$/u);
    }
  });

  it('of SESSION_AMBIGUOUS are the same call in each session', () => {
    const { arguments: args = {}, details = {} } = failures['SESSION_AMBIGUOUS'] ?? {};
    const actions = nextActions({ tool: 'electron_get_text', arguments: args }, {
      code: 'SESSION_AMBIGUOUS',
      details,
    } as unknown as Failure);
    expect(actions.map(({ arguments: given }) => given)).toEqual([
      { ...args, sessionId: 'session-1' },
      { ...args, sessionId: 'session-2' },
    ]);
  });

  it('name the element of the failure and the session of the call', () => {
    const failed = { tool: 'electron_click', arguments: { selector: '#a', sessionId: 'session-7' } };
    const covered = { code: 'ELEMENT_COVERED', details: { ref: 3, covering_ref: 4 } } as unknown as Failure;
    expect(nextActions(failed, covered)).toMatchObject([
      { tool: 'electron_snapshot', arguments: { ref: 4, sessionId: 'session-7' } },
    ]);
    const unnamed = { code: 'ELEMENT_COVERED', details: { ref: 3 } } as unknown as Failure;
    expect(nextActions(failed, unnamed)).toMatchObject([{ arguments: { sessionId: 'session-7' } }]);
  });

  it('repeat no typed text', () => {
    const failed = { tool: 'electron_type', arguments: { ref: 3, text: 'hunter2' } };
    const ambiguous = { code: 'SESSION_AMBIGUOUS', details: { session_ids: ['session-1'] } } as unknown as Failure;
    expect(nextActions(failed, ambiguous)).toMatchObject([{ tool: 'electron_status' }]);
  });

  it('of LAUNCH_TIMEOUT repeat no variables, and nothing at the longest time limit', () => {
    const timeout = { code: 'LAUNCH_TIMEOUT' } as Failure;
    const launch = (args: JsonObject) => nextActions({ tool: 'electron_launch', arguments: args }, timeout);
    expect(launch({ main: '/a', timeoutMs: 500, env: {} })).toMatchObject([{ arguments: { timeoutMs: 60_000 } }]);
    expect(launch({ main: '/a', timeoutMs: 500, env: { TOKEN: 'x' } })).toEqual([]);
    expect(launch({ main: '/a', timeoutMs: 60_000 })).toEqual([]);
  });

  it('are on the wire, and suggest only tools that are offered', async () => {
    expect(await call('electron_stop')).toMatchObject({ code: 'NOT_RUNNING', next_actions: ['electron_status {}'] });
    const url = 'http://127.0.0.1:1/';
    expect(await call('electron_open_page', { url })).toMatchObject({
      code: 'LAUNCH_FAILED',
      next_actions: ['electron_doctor {}'],
    });
    const essential = await serve({ STAGE_PROFILE: 'essential' })('electron_open_page', { url });
    expect(essential).toMatchObject({ code: 'LAUNCH_FAILED' });
    expect(essential).not.toHaveProperty('next_actions');
  });
});
