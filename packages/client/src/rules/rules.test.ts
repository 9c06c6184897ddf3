import { describe, expect, it } from 'vitest';
import { inferableCodes } from './fail-inferred.ts';
import { inferDisguised, inferFailure } from './infer.ts';
import { general } from './packs/general.ts';
import { packs } from './packs/index.ts';
import { findPhrase } from './phrase.ts';
import { createRuleSets } from './rule-sets.ts';

const sets = createRuleSets([])('');
const infer = (text: string, number?: number) => inferFailure({ tool: 'x', text, number }, sets);

describe('findPhrase', () => {
  it.each([
    ['Error: ENOENT: no such file', 'enoent', 'ENOENT'],
    ['Rate limit exceeded', 'rate limit', 'Rate limit'],
    ['Tool get-docs not found', 'tool * not found', 'Tool get-docs not found'],
    ['an ENOENTRY, then ENOENT.', 'ENOENT', 'ENOENT'],
  ])('finds in %j the phrase %j', (text, phrase, found) => {
    expect(findPhrase(text, phrase)).toBe(found);
  });

  it.each([
    ['accelerate limits', 'rate limit'],
    ['not found: Tool', 'tool * not found'],
    ['ENOENTRY', 'ENOENT'],
    ['', 'ENOENT'],
  ])('does not find in %j the phrase %j', (text, phrase) => {
    expect(findPhrase(text, phrase)).toBeUndefined();
  });

  it('takes no longer for a message made to be slow', () => {
    const text = 'a'.repeat(4_000);
    expect(findPhrase(text, 'a*a*a*a*a*a*b')).toBeUndefined();
  });
});

describe('the rules for all servers', () => {
  it.each([
    ['MCP error -32602: Tool drop_table not found', 'NOT_FOUND_OPERATION'],
    [
      'MCP error -32602: Input validation error: Invalid arguments for tool x: expected string, received undefined',
      'VALIDATION_MISSING_PARAM',
    ],
    [
      'Invalid arguments for tool x: Invalid input: expected string, received number at path',
      'VALIDATION_INVALID_TYPE',
    ],
    ["ENOENT: no such file or directory, open 'a'", 'NOT_FOUND_RESOURCE'],
    ["EACCES: permission denied, open 'a'", 'PERMISSION_DENIED'],
    ['Access denied - path outside', 'PERMISSION_DENIED'],
    ['Error: SQLITE_BUSY: database is locked', 'UPSTREAM_UNAVAILABLE'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'UPSTREAM_UNAVAILABLE'],
    ['Request failed with status code 429', 'RATE_LIMIT_EXCEEDED'],
    ['API rate limit exceeded for 127.0.0.1', 'RATE_LIMIT_EXCEEDED'],
    ['HTTP 503 Service Unavailable', 'UPSTREAM_UNAVAILABLE'],
    ['HTTP 404', 'NOT_FOUND_RESOURCE'],
    ['{"error":{"status":403,"message":"Resource not accessible"}}', 'PERMISSION_DENIED'],
    ['{"statusCode":504}', 'UPSTREAM_TIMEOUT'],
    ['{"code":"ETIMEDOUT"}', 'UPSTREAM_TIMEOUT'],
    ["Error executing tool get: Client error '404 Not Found' for url 'https://example.org'", 'NOT_FOUND_RESOURCE'],
    ['Error executing tool get: Item 7 not found', 'NOT_FOUND_RESOURCE'],
    ['Unknown tool: get', 'NOT_FOUND_OPERATION'],
    ["Error executing tool get: Client error '429 Too Many Requests' for url 'x'", 'RATE_LIMIT_EXCEEDED'],
    ['1 validation error for getArguments\nb\n  Field required [type=missing]', 'VALIDATION_MISSING_PARAM'],
    ['2 validation errors for getArguments\nb\n  Field required\nc\n  Field required', 'VALIDATION_MISSING_PARAM'],
    ['1 validation error for call[get]\nc\n  Unexpected keyword argument', 'VALIDATION_UNKNOWN_PARAM'],
    ["1 validation error for x\nb\n  Input should be 'a' or 'b' [type=literal_error]", 'VALIDATION_INVALID_ENUM'],
    ['1 validation error for x\nb\n  Input should be a valid integer', 'VALIDATION_INVALID_TYPE'],
    ['{"ok":false,"error":"ratelimited"}', 'RATE_LIMIT_EXCEEDED'],
    ['You exceeded your current quota, please check your plan', 'RATE_LIMIT_QUOTA_EXHAUSTED'],
    ['You do not have permission to access this resource', 'PERMISSION_DENIED'],
    ["ER_DUP_ENTRY: Duplicate entry '1' for key 'PRIMARY'", 'CONFLICT_ALREADY_EXISTS'],
    ['TimeoutError: locator.click: Timeout 5000ms exceeded.', 'UPSTREAM_TIMEOUT'],
  ])('read %j as %s', (text, code) => {
    expect(infer(text)?.code).toBe(code);
  });

  it.each([
    'It did not work',
    'Order 429 was shipped',
    '{"order":429,"note":"rate"}',
    '{"note":"the file ENOENT is yours"}',
    '',
  ])('do not guess from %j', (text) => {
    expect(infer(text)).toBeUndefined();
  });

  it('give the words and the confidence', () => {
    expect(infer('Error: SQLITE_BUSY: database is locked')?.inferred).toEqual({
      confidence: 'high',
      words: 'SQLITE_BUSY',
      by: 'general',
    });
  });

  it.each([
    ['Rate limit exceeded, retry after 30 seconds', 30_000],
    ['Too many requests. Try again in 2 minutes', 120_000],
    ['{"error":"rate limit","retry_after":3}', 3_000],
    ['{"message":"rate limit","retry_after_ms":250}', 250],
    ['Rate limit exceeded', undefined],
    ['Rate limit exceeded. Retry order 5', undefined],
  ])('read from %j to wait %s ms', (text, ms) => {
    expect(infer(text)?.retryAfterMs).toBe(ms);
  });

  it('read the number of a protocol error', () => {
    expect(infer('Nope', -32_601)?.code).toBe('NOT_FOUND_OPERATION');
  });
});

describe('every rule that is shipped', () => {
  const all = [...general, ...Object.values(packs).flatMap(({ rules }) => rules)];

  it('has a code that can be inferred, and words or a number', () => {
    for (const { code, words, status } of all) {
      expect(inferableCodes).toContain(code);
      expect((words ?? status ?? []).length).toBeGreaterThan(0);
    }
  });

  it('reads no success: that is for operators', () => {
    expect(all.filter(({ body }) => body)).toEqual([]);
  });
});

describe("an operator's rule for a body", () => {
  const own = createRuleSets([
    { names: ['s'], rules: [{ code: 'UPSTREAM_UNAVAILABLE', confidence: 'high', tools: ['q'], body: { ok: false } }] },
  ])('s');

  it.each([
    ['q', '{"ok":false,"why":"down"}', 'UPSTREAM_UNAVAILABLE'],
    ['q', '{"ok":true}', undefined],
    ['q', 'Error: {"ok":false}', undefined],
    ['other', '{"ok":false}', undefined],
  ])('of %s reads %j as %s', (tool, text, code) => {
    expect(inferDisguised(tool, text, own)?.code).toBe(code);
  });
});
