import { describe, expect, it } from 'vitest';
import type { Failure } from '../../failures/failure.ts';
import { succeed } from '../../failures/outcome.ts';
import { createRegistry, fail } from '../../failures/registry.ts';
import type { Json, JsonObject } from '../../json.ts';
import { githubCodes } from '../../registries/github/codes.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { expectExample, expectStable } from '../testing/seed-example.ts';
import { jsonrpc, renderLogLine } from './index.ts';

const github = createRegistry(githubCodes);

describeDialect(jsonrpc, {
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
  extensions: [
    'error.data.code',
    'error.data.recourse',
    'error.data.validation_errors[].expected',
    'error.data.validation_errors[].received',
    'error.data.validation_errors[].suggestion',
    'result.recourse',
  ],
});

const facts = { tool: 'search', request_id: 1, timestamp: '2025-10-12T15:49:21.049Z' };

const missingQuery = {
  path: '',
  keyword: 'required',
  message: "must have required property 'query'",
  params: { missingProperty: 'query' },
  value: {},
};

describe('the examples of the seed', () => {
  const response = (validationErrors: Json): JsonObject => ({
    jsonrpc: '2.0',
    id: 1,
    error: {
      code: -32602,
      message: "Validation errors: must have required property 'query'",
      data: { tool: 'search', validation_errors: validationErrors, timestamp: '2025-10-12T15:49:21.049Z' },
    },
  });

  it('renders the error response format', () => {
    const example = response([
      {
        message: "must have required property 'query'",
        path: 'root',
        keyword: 'required',
        params: { missingProperty: 'query' },
        value: {},
      },
    ]);
    const failure = fail('VALIDATION_MISSING_PARAM', { param_name: 'query', problems: [missingQuery] });
    expectExample(jsonrpc, example, failure, facts);
  });

  it('reads the answer to the request of the testing section', () => {
    const { validation_errors: _, ...data } = (response([]) as { error: { data: JsonObject } }).error.data;
    // The seed abridges the list there; an answer without it keeps its sentence.
    expectStable(
      jsonrpc,
      {
        ...response([]),
        error: { code: -32602, message: "Validation errors: must have required property 'query'", data },
      },
      facts,
    );
  });

  it.each([
    "must have required property 'query'",
    'must match pattern "^[a-zA-Z0-9._-]+/[a-zA-Z0-9._-]+$"',
    'must NOT be longer than 256 characters',
    'must NOT have additional properties',
    'must be equal to one of the allowed values',
    'must be integer',
    'must be >= 1',
  ])('says: Validation errors: %s', (message) => {
    const problem = { path: '/repo', keyword: 'any', message };
    const failure = fail('VALIDATION_INVALID_VALUE', { param_name: 'repo', problems: [problem] });
    expect(jsonrpc.render(failure, facts)).toMatchObject({
      error: { code: -32602, message: `Validation errors: ${message}` },
    });
  });

  it('passes the request of the testing section as a value', () => {
    const request = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search', arguments: {} },
    };
    expect(jsonrpc.parse(jsonrpc.render(succeed(request), facts))).toEqual(succeed(request));
  });
});

it('joins all problems in the message', () => {
  const problems = [missingQuery, { path: '/page', keyword: 'maximum', message: 'must be <= 100' }];
  const failure = fail('VALIDATION_MISSING_PARAM', { param_name: 'query', problems });
  expect(jsonrpc.render(failure, facts)).toMatchObject({
    error: { message: "Validation errors: must have required property 'query'; must be <= 100" },
  });
});

const numbers: readonly (readonly [number, Failure])[] = [
  [-32602, fail('VALIDATION_UNKNOWN_PARAM', { operation: 'search', unknown_params: ['q'], valid_params: ['query'] })],
  [-32001, fail('PERMISSION_DENIED')],
  [-32001, fail('CONFIRMATION_DENIED', { operation: 'merge_pull_request' })],
  [-32002, fail('NOT_FOUND_RESOURCE')],
  [-32002, github.fail('NOT_FOUND')],
  [-32003, fail('VALIDATION_UPSTREAM_REJECTED')],
  [-32003, fail('CONFLICT_ALREADY_EXISTS')],
  [-32003, fail('TOKEN_INVALID', { token: 't' })],
  [-32004, fail('RATE_LIMIT_EXCEEDED')],
  [-32005, github.fail('PR_NOT_MERGEABLE', { pull_number: 7 })],
  [-32006, github.fail('HEAD_SHA_MISMATCH', { expected_sha: 'abc1234' })],
  [-32603, fail('UPSTREAM_UNAVAILABLE')],
  [-32603, fail('INTERNAL_ERROR')],
];
it.each(numbers.map(([number, failure]) => ({ number, code: failure.code, failure })))(
  'answers $number for $code',
  ({ number, code, failure }) => {
    expect(jsonrpc.render(failure, facts)).toMatchObject({ error: { code: number, data: { code } } });
  },
);

it.each([
  [-32602, 'INVALID_PARAMS'],
  [-32001, 'PERMISSION_DENIED'],
  [-32002, 'NOT_FOUND'],
  [-32003, 'VALIDATION_ERROR'],
  [-32004, 'RATE_LIMIT_EXCEEDED'],
  [-32005, 'PR_NOT_MERGEABLE'],
  [-32006, 'HEAD_SHA_MISMATCH'],
  [-32603, 'INTERNAL_ERROR'],
  [-32601, 'NOT_FOUND_OPERATION'],
  [-32099, 'INTERNAL_ERROR'],
])('reads a bare %i as %s', (number, code) => {
  const wire = { jsonrpc: '2.0', id: 1, error: { code: number, message: 'Not Found' } };
  expect(jsonrpc.parse(wire)).toMatchObject({ ok: false, code, message: 'Not Found' });
});

describe('the log line', () => {
  it('has the form of the seed', () => {
    const failure = github.fail('PR_NOT_MERGEABLE', { pull_number: 7, mergeable_state: 'dirty' });
    const line = renderLogLine(failure, {
      tool: 'merge_pull_request',
      owner: 'octocat',
      repo: 'hello',
      pr: 7,
      sha: 'abc1234',
      mergeable_state: 'dirty',
    });
    expect(line).toBe(
      'jsonrpc_error tool=merge_pull_request code=-32005 repo=octocat/hello pr=7 sha=abc1234 state=dirty msg="Pull request 7 is not mergeable: dirty"',
    );
  });

  it('says what the error says', () => {
    const failure = fail('VALIDATION_MISSING_PARAM', { param_name: 'query', problems: [missingQuery] });
    expect(renderLogLine(failure, { tool: 'search' })).toMatch(
      / msg="Validation errors: must have required property 'query'"$/,
    );
  });

  it('writes a hyphen for unknown values', () => {
    expect(renderLogLine(fail('INTERNAL_ERROR'), { tool: 'search' })).toBe(
      'jsonrpc_error tool=search code=-32603 repo=-/- pr=- sha=- state=- msg="Internal error"',
    );
  });

  it('stays one line for any input', () => {
    const hostile = 'a"b\\c\nd\re\u2028f\u202eg h\u0000';
    const line = renderLogLine(fail('INTERNAL_ERROR', {}, { message: hostile }), {
      tool: hostile,
      owner: 'x'.repeat(5000),
    });
    for (const separator of ['\n', '\r', '\u2028', '\u202e', '\u0000']) expect(line).not.toContain(separator);
    expect(line.length).toBeLessThan(3000);
    expect(line).toContain('tool=a\\"b\\\\c\\nd\\re\\u2028f\\u202eg\\u0020h\\u0000 code=');
  });

  it('escapes hidden characters', () => {
    const tool = 'a\u034Fb\u3164c\u{E0041}d\uFE0Fe';
    const line = renderLogLine(fail('INTERNAL_ERROR'), { tool });
    expect(line).toContain('tool=a\\u034fb\\u3164c\\udb40\\udc41d\\ufe0fe code=');
  });
});
