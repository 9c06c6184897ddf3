import { expect, it } from 'vitest';
import { definePluginCodes } from '../../codes/define-plugin-codes.ts';
import { succeed } from '../../failures/outcome.ts';
import { createRegistry, fail } from '../../failures/registry.ts';
import { stageCodes } from '../../registries/stage/codes.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { ownFields } from '../testing/seed-example.ts';
import { stagewright } from './index.ts';

const stage = createRegistry(stageCodes);

describeDialect(stagewright, {
  carries: [
    'namespace',
    'code',
    'category',
    'message',
    'hint',
    'http',
    'retryable',
    'recovery',
    'effect',
    'details',
    'subject',
    'next_actions',
    'similar',
    'retry_after_ms',
    'cause_class',
    'value',
    'warnings',
  ],
  extensions: ['recourse', '_meta.wrapped'],
});

it('renders the ErrorResponse of the seed, field for field', () => {
  const failure = stage.fail(
    'REF_NOT_FOUND',
    { ref: 8 },
    {
      message: 'ref 8 is gone',
      next_actions: [{ tool: 'electron_snapshot', arguments: { since: 'last' }, why: 'See what is there now.' }],
      similar: [{ ref: 9, role: 'button', name: 'Save draft' }],
    },
  );
  const wire = ownFields(stagewright, stagewright.render(failure, { elapsed_ms: 4, session_id: 's1' }));
  expect(wire).toEqual({
    ok: false,
    error: 'ref 8 is gone',
    code: 'REF_NOT_FOUND',
    hint: 'Call snapshot first.',
    next_actions: ['electron_snapshot {"since":"last"}'],
    similar_refs: [{ ref: 9, role: 'button', name: 'Save draft' }],
    details: { ref: 8 },
    retryable: false,
    http: 404,
    _meta: { estimated_tokens: expect.any(Number), elapsed_ms: 4, session_id: 's1' },
  });
});

it('renders the SuccessResponse of the seed', () => {
  expect(stagewright.render(succeed({ stopped: true, escalated: false }), { elapsed_ms: 75 })).toEqual({
    ok: true,
    stopped: true,
    escalated: false,
    _meta: { estimated_tokens: 11, elapsed_ms: 75 },
  });
});

it.each([
  ['NOT_RUNNING', stage.fail('NOT_RUNNING'), 409, false, 'Call launch first.'],
  ['REF_NOT_FOUND', stage.fail('REF_NOT_FOUND', { ref: 8 }), 404, false, 'Call snapshot first.'],
  ['ELEMENT_NOT_VISIBLE', stage.fail('ELEMENT_NOT_VISIBLE'), 409, true, 'Wait for the element to become visible.'],
] as const)('renders %s as the registry defines it', (_, failure, http, retryable, hint) => {
  expect(stagewright.render(failure)).toMatchObject({ code: failure.code, http, retryable, hint });
});

it("keeps a plugin's code", () => {
  const codes = definePluginCodes('production', {
    NOTARIZATION_FAILED: {
      kind: 'error',
      category: 'upstream',
      http: 422,
      retryable: false,
      recovery: 'report',
      since: '1.0.0',
      summary: 'Notarization failed',
      message: 'Notarization failed',
      hint: 'Read the notary log.',
    },
  });
  const plugin = createRegistry(stageCodes).addPlugin(codes);
  const wire = stagewright.render(plugin.fail('production.NOTARIZATION_FAILED'));
  expect(wire).toMatchObject({ code: 'production.NOTARIZATION_FAILED', http: 422 });
  expect(stagewright.parse(wire)).toMatchObject({
    namespace: 'production',
    category: 'upstream',
    hint: 'Read the notary log.',
  });
});

it('reads actions that are calls, and no prose', () => {
  const wire = { ...stagewright.render(stage.fail('NOT_RUNNING')), recourse: {} };
  expect(stagewright.parse({ ...wire, next_actions: ['electron_launch {"main":"app.js"}'] })).toMatchObject({
    next_actions: [{ tool: 'electron_launch', arguments: { main: 'app.js' }, why: '' }],
  });
  expect(stagewright.parse({ ...wire, next_actions: ['ask the operator'] })).not.toHaveProperty('next_actions');
});

it('answers with a status even for a code that has none', () => {
  const failure = fail('SCHEMA_VERSION_UNSUPPORTED', { version: '9', supported_versions: ['1'] });
  expect(stagewright.render(failure)).toMatchObject({ code: 'PLUGIN_CONFIG_INVALID', http: 500 });
  expect(stagewright.parse(stagewright.render(failure))).toMatchObject({ http: null });
});

it.each([
  ['NOT_FOUND_OPERATION', fail('NOT_FOUND_OPERATION', { operation: 'electron_snap', available: [] }), 404],
  ['TOOL_GATED', fail('PERMISSION_DENIED', { reason: 'no' }), 403],
  ['BAD_ARGUMENT', fail('VALIDATION_MISSING_PARAM', { param_name: 'url', operation: 'open' }), 400],
] as const)('renders %s for what it stands for, and reads the code back', (code, failure, http) => {
  expect(stagewright.render(failure)).toMatchObject({ code, http });
  expect(stagewright.parse(stagewright.render(failure))).toMatchObject({ code: failure.code });
});
