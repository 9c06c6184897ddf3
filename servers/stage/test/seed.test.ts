import { definePluginCodes } from '@recourse/contract';
import type { CodeDefinition, JsonObject, Outcome } from '@recourse/contract';
import { coreCodes, stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import { confirmToolName } from '@recourse/engine/front-door';
import type { Tool, ToolCall } from '@recourse/engine';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createStageServer } from '../src/server.ts';
import { readSettings } from '../src/settings.ts';

const definitions = Object.values<CodeDefinition>(stageCodes.definitions);

/** A stage without sessions, and with further tools. */
const open = (tools: readonly Tool[] = []) => {
  const environment = { PATH: '/nowhere' };
  const { server } = createStageServer({ settings: readSettings(environment, '/nowhere'), environment, tools });
  const call = async (tool: string, args: JsonObject = {}) => {
    const caller = { transport: 'in-process', local: true } as const;
    const { structuredContent, isError } = await server.respond({ tool, arguments: args, caller });
    return { ...(structuredContent as JsonObject & { readonly _meta: JsonObject }), isError };
  };
  return { server, call };
};

const production = definePluginCodes('production', {
  NOTARIZATION_FAILED: {
    kind: 'error',
    category: 'upstream',
    http: 422,
    retryable: false,
    recovery: 'fix_input',
    since: '0.1.0',
    summary: 'Apple did not notarize the app',
    message: 'The app was not notarized',
    hint: 'Read the log of the notary service.',
  },
});

type Production = typeof production;
type ProductionCall = ToolCall<Record<string, never>, Production, 'production.NOTARIZATION_FAILED'>;

const failingWith = (run: (call: ProductionCall) => Outcome): Tool =>
  defineTool({
    name: 'production_validate',
    description: 'Checks the bundle of an app.',
    input: z.strictObject({}),
    operation: 'query',
    danger: 'safe',
    codes: production,
    errors: ['production.NOTARIZATION_FAILED'],
    run: (call) => run(call as never),
  });
const validate = failingWith((call) => call.fail('production.NOTARIZATION_FAILED'));

describe('section 1, the central registry', () => {
  it.each([
    ['NOT_RUNNING', 409, false, 'Call launch first.'],
    ['REF_NOT_FOUND', 404, false, 'Call snapshot first.'],
    ['ELEMENT_NOT_VISIBLE', 409, true, 'Wait for the element to become visible.'],
  ] as const)('has %s as the contract writes it', (code, http, retryable, hint) => {
    expect(stageCodes.definitions[code]).toMatchObject({ http, retryable, hint });
  });

  it('writes codes in SCREAMING_SNAKE_CASE', () => {
    for (const { code } of definitions) expect(code).toMatch(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/u);
  });

  it('gives each code a status, whether it can be retried, and a hint', () => {
    for (const { code, http, retryable, hint } of definitions) {
      expect(http, code).toBeGreaterThanOrEqual(400);
      expect(retryable, code).toBeTypeOf('boolean');
      expect(hint.length, code).toBeGreaterThan(0);
    }
  });

  it.each([
    ['LAUNCH_TIMEOUT', true],
    ['CDP_TIMEOUT', true],
    ['CDP_DISCONNECTED', true],
    ['EVAL_TIMEOUT', true],
    ['ELEMENT_DISABLED', false],
    ['SELECTOR_NO_MATCH', false],
  ] as const)('lets a failure of time be retried, and not one of state: %s', (code, retryable) => {
    expect(stageCodes.definitions[code].retryable).toBe(retryable);
  });

  it('is listed as data, with the facts that failures have', async () => {
    const { codes } = JSON.parse(JSON.stringify(await open().server.describeContract())) as {
      readonly codes: readonly CodeDefinition[];
    };
    for (const { code, http, retryable } of definitions)
      expect(
        codes.find((one) => one.code === code),
        code,
      ).toMatchObject({ http, retryable });
  });

  it('lets a call replace the message and the hint of a code, and nothing else', async () => {
    const message = 'Apple rejected the app';
    const hint = 'Sign the app again.';
    const tool = failingWith((call) => call.fail('production.NOTARIZATION_FAILED', undefined, { message, hint }));
    expect(await open([tool]).call('production_validate')).toMatchObject({
      code: 'production.NOTARIZATION_FAILED',
      error: message,
      hint,
      http: 422,
      retryable: false,
    });
  });

  it('marks a code for every tool failure that reaches the wire', async () => {
    const known = Object.keys({ ...stageCodes.definitions, ...coreCodes.definitions });
    expect(await open().call('electron_snapshot')).toMatchObject({ code: expect.toBeOneOf(known) as string });
  });
});

describe('section 2, the envelope', () => {
  it('of a failure has the fields of the contract, and its facts are those of the registry', async () => {
    const { _meta: meta, isError, ...answer } = await open().call('electron_get_text', { selector: 'a' });
    expect(isError).toBe(true);
    expect(answer).toEqual({
      ok: false,
      error: 'No app is running',
      code: 'NOT_RUNNING',
      hint: 'Call launch first.',
      next_actions: ['electron_status {}'],
      retryable: false,
      http: 409,
      recourse: expect.any(Object) as object,
    });
    expect(meta).toEqual({ estimated_tokens: expect.any(Number) as number, elapsed_ms: expect.any(Number) as number });
  });

  it('of a success has the fields of the tool, ok and _meta', async () => {
    const { _meta: meta, isError: _, ...answer } = await open().call('electron_status');
    expect(answer).toEqual({ ok: true, active_sessions: 0, sessions: [], server: expect.any(Object) as object });
    expect(Object.keys(meta).toSorted()).toEqual(['elapsed_ms', 'estimated_tokens']);
  });

  it('estimates its tokens as a quarter of its characters', async () => {
    const { _meta: meta, isError: _, ...answer } = await open().call('electron_stop');
    expect(meta['estimated_tokens']).toBe(Math.ceil(JSON.stringify(answer).length / 4));
  });
});

describe('section 3, the operation type', () => {
  it('is not part of what an agent sees or sends', async () => {
    const { server, call } = open();
    expect(JSON.stringify(await server.listTools())).not.toMatch(/operation_?type/iu);
    expect(await call('electron_status', { operationType: 'command' })).toMatchObject({ code: 'BAD_ARGUMENT' });
  });

  it.each([undefined, 'teleport'])('%s keeps the server from starting', (operation) => {
    const { target } = validate;
    if (!('operation' in target)) throw new Error('A tool has one operation');
    const changed = { ...target.operation, operation } as never;
    expect(() => open([{ ...validate, operations: [changed], target: { operation: changed } }])).toThrow(
      "'production_validate' cannot be registered: 'operation' must be one of",
    );
  });
});

describe('section 3, the content of an eval', () => {
  it('is not taken by a stage whose operator has not allowed it', async () => {
    const { server, call } = open();
    expect((await server.listTools()).map(({ name }) => name)).not.toContain('electron_eval_renderer');
    expect(await call('electron_eval_renderer', { code: '1' })).toMatchObject({ code: 'TOOL_GATED' });
  });
});

describe('section 4, the schemas', () => {
  it('reject a call by the schema that the list of tools shows', async () => {
    const { server, call } = open();
    const tool = (await server.listTools()).find(({ name }) => name === 'electron_elements_list');
    expect(tool?.inputSchema).toMatchObject({ properties: { limit: { maximum: 200 } }, required: ['selector'] });
    const tooMany = { selector: 'p', limit: 201 };
    expect(await call('electron_elements_list', tooMany)).toMatchObject({ code: 'BAD_ARGUMENT', http: 400 });
    expect(await call('electron_elements_list')).toMatchObject({ code: 'BAD_ARGUMENT' });
  });
});

describe('section 5, codes of plugins', () => {
  it('have the name of their plugin before them, and those of the core have none', async () => {
    expect(await open([validate]).call('production_validate')).toMatchObject({
      ok: false,
      code: 'production.NOTARIZATION_FAILED',
      http: 422,
      retryable: false,
      hint: 'Read the log of the notary service.',
    });
    for (const { code } of definitions) expect(code).not.toContain('.');
  });
});

describe('the consequences', () => {
  it('every description names the codes of its tool', async () => {
    const { server } = open([validate]);
    const { tools } = await server.describeContract();
    for (const { name, description } of await server.listTools()) {
      if (name === confirmToolName) continue;
      for (const code of tools[name]?.codes ?? []) expect(description, name).toContain(code);
    }
  });
});

describe('the status updates', () => {
  it.each([
    ['WAIT_TIMEOUT', 408, true],
    ['TYPE_NO_EFFECT', 422, false],
    ['CDP_TIMEOUT', 408, true],
    ['EVAL_BLOCKED_CONSTRUCT', 400, false],
  ] as const)('add %s with its facts', (code, http, retryable) => {
    expect(stageCodes.definitions[code]).toMatchObject({ http, retryable });
  });

  it('give EVAL_BLOCKED_CONSTRUCT the construct and the hash of the code', () => {
    const details = stageCodes.definitions.EVAL_BLOCKED_CONSTRUCT.details();
    expect(Object.keys(details.shape).toSorted()).toEqual(['code_hash', 'construct']);
  });
});
