import { parseCondition } from '../../conditions/parse-condition.ts';
import { describe, expect, it } from 'vitest';
import { endless, gzipBomb, gzipped, json, text } from '../../../test/fault.ts';
import type { Fault } from '../../../test/fault.ts';
import { adapter, call, exchangeOf, operation, parameter } from '../testing/adapters.ts';
import { createAdapterFail } from '../../codes.ts';
import { startUpstream } from '../testing/upstream.ts';

const write = operation({ name: 'create_thing', category: 'create', method: 'POST', idempotent: false });

/** The outcome of one answer. */
const answerOf = async (fault: Fault, { called = operation() } = {}) => {
  const upstream = await startUpstream(fault);
  return call(exchangeOf(adapter(upstream.url), { responseBytes: 100_000 }), called);
};

const outcomeOf = (
  body: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  { called = operation(), status = 200 } = {},
) => answerOf({ status, headers, body }, { called });

describe('a success', () => {
  it.each([
    ['JSON', '{"a":[1]}', 'application/json; charset=utf-8', { a: [1] }],
    ['JSON of a kind', '[true]', 'application/hal+json', [true]],
    ['a byte order mark', '\uFEFF{"a":1}', 'application/json', { a: 1 }],
    ['white space', ' \n', 'application/json', null],
    ['JSON that calls itself text', '{"a":1}', 'text/plain', { a: 1 }],
    ['text', '12 monkeys', 'text/plain', '12 monkeys'],
    ['a single value', '12', 'application/json', 12],
    [
      'an integer too large',
      '[9007199254740993,9007199254740991,1.5e300]',
      'application/json',
      ['9007199254740993', 9007199254740991, 1.5e300],
    ],
    [
      'digits in a text',
      '{"a\\"9007199254740993":"x 9007199254740993"}',
      'application/json',
      { 'a"9007199254740993': 'x 9007199254740993' },
    ],
  ])('of %s is data', async (_what, body, type, data) => {
    expect(await outcomeOf(body, { 'content-type': type })).toMatchObject({ ok: true, value: data });
  });

  it('of a web page is data if the operation asks for one, and the request says so', async () => {
    const upstream = await startUpstream({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' });
    const called = operation({ accept: 'text/html' });
    expect(await call(exchangeOf(adapter(upstream.url)), called)).toMatchObject({ ok: true, value: '<html>' });
    expect(upstream.requests[0]?.headers['accept']).toBe('text/html');
  });

  it('without a body is null', async () => {
    expect(await outcomeOf('', {}, { status: 204 })).toMatchObject({ ok: true, value: null });
    expect(await outcomeOf('')).toMatchObject({ ok: true, value: null });
    expect(await outcomeOf('', {}, { called: operation({ method: 'HEAD' }) })).toMatchObject({ ok: true, value: null });
  });

  it('that is binary comes in base64 beside its type', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00]);
    expect(await outcomeOf(bytes, { 'content-type': 'image/png' })).toMatchObject({
      ok: true,
      value: { content: bytes.toString('base64'), content_encoding: 'base64', content_mime_type: 'image/png' },
    });
  });

  it('that is packed is unpacked, within its bounds', async () => {
    expect(await answerOf(gzipped({ a: 1 }))).toMatchObject({ ok: true, value: { a: 1 } });
    expect(await answerOf(gzipBomb(3))).toMatchObject({
      code: 'VALIDATION_PAYLOAD_TOO_LARGE',
      details: { limit_type: 'response_size', limit_value: 100_000 },
    });
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect(await outcomeOf('{"a":1}', headers)).toMatchObject({ details: { reason: 'unreadable' } });
  });

  it('that is too large is refused, announced or not', async () => {
    for (const fault of [json(200, 'x'.repeat(100_000)), endless()]) {
      expect(await answerOf(fault, { called: write })).toMatchObject({
        code: 'VALIDATION_PAYLOAD_TOO_LARGE',
        effect: 'unknown',
      });
    }
  });

  it.each([
    ['a web page', '<!doctype html><p>Please log in</p>', 'text/html'],
    ['a web page that calls itself JSON', '<html>', 'application/json'],
    ['broken JSON', '{"a":', 'application/json'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'application/json'],
    ['invalid JSON without a content type', 'OK', ''],
  ])('of %s is unreadable', async (_what, body, type) => {
    const headers = type === '' ? {} : { 'content-type': type };
    expect(await outcomeOf(body, headers, { called: write })).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      effect: 'unknown',
      retryable: false,
      details: { reason: 'unreadable', http_status: 200, ...(type && { content_type: type }) },
    });
  });

  it('that cannot be read is shown by its beginning, on one line', async () => {
    const outcome = await outcomeOf(`<html>\n${'long '.repeat(500)}`, {
      'content-type': `text/html;${'x'.repeat(500)}`,
    });
    const details = 'details' in outcome ? outcome.details : {};
    expect(String(details?.['body_preview'])).toMatch(/^<html> long /);
    expect(String(details?.['body_preview']).length).toBeLessThanOrEqual(200);
    expect(String(details?.['content_type']).length).toBeLessThanOrEqual(100);
  });

  it('that cannot be read shows no secret in its beginning', async () => {
    const upstream = await startUpstream(({ headers }) => text(200, `<html>${headers['authorization']}`, 'text/html'));
    const auth = { type: 'bearer', tokenEnv: 'TOKEN', prefix: 'Bearer' } as const;
    const exchange = exchangeOf(adapter(upstream.url, { auth }), { environment: { TOKEN: 'tell-nobody' } });
    expect(await call(exchange, operation())).toMatchObject({ details: { body_preview: '<html>Bearer ***' } });
  });

  it('keeps members whose names are special', async () => {
    const outcome = await outcomeOf('{"__proto__":{"polluted":true},"constructor":1}');
    expect(JSON.stringify(outcome.ok && outcome.value)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('gives an object its version', async () => {
    const headers = { 'content-type': 'application/json', etag: '"v1"' };
    expect(await outcomeOf('{"a":1}', headers)).toMatchObject({ value: { a: 1, _etag: '"v1"' } });
    expect(await outcomeOf('[1]', headers)).toMatchObject({ value: [1] });
    expect(await outcomeOf('{"_etag":"own"}', headers)).toMatchObject({ value: { _etag: 'own' } });
  });
});

describe('a refusal', () => {
  it('is a failure by its status, with what the upstream said', async () => {
    const called = operation({
      path: '/repos/{owner}',
      parameters: [parameter('owner', { in: 'path' })],
      resource: { type: 'repository', id: '{owner}/x' },
    });
    const upstream = await startUpstream(json(404, { message: 'Not here' }));
    expect(await call(exchangeOf(adapter(upstream.url)), called, { owner: 'octocat' })).toMatchObject({
      code: 'NOT_FOUND_RESOURCE',
      details: { resource_type: 'repository', resource_id: 'octocat/x', http_status: 404, upstream_error: 'Not here' },
    });
  });

  it("is by the adapter's own rules first", async () => {
    const parsed = parseCondition("response.body.message contains 'rate limit'");
    if (!('condition' in parsed)) throw new Error('The condition is not read');
    const mapping = [
      { statuses: [403], condition: parsed.condition, code: 'RATE_LIMIT_EXCEEDED', messageTemplate: undefined },
    ];
    const upstream = await startUpstream(({ target }) =>
      json(403, { message: target.includes('x') ? 'rate limit' : 'no' }),
    );
    const exchange = exchangeOf(adapter(upstream.url, { mapping }));
    expect(await call(exchange, operation({ path: '/x' }))).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect(await call(exchange, operation())).toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it.each([
    ['CHANNEL_NOT_FOUND', 'none', 'discover'],
    ['UPSTREAM_UNAVAILABLE', 'unknown', 'verify'],
  ])('may come with a status of successes, where a rule says so: %s', async (code, effect, recovery) => {
    const { condition } = parseCondition('response.body.ok == false');
    const mapping = [{ statuses: [200], condition, code, messageTemplate: 'Said: {reason}' }];
    const errorCodes = [{ code: 'CHANNEL_NOT_FOUND', category: 'not_found' as const, messageTemplate: 'No channel' }];
    const upstream = await startUpstream(({ target }) =>
      target.includes('x') ? json(200, { ok: false, error: 'channel_not_found' }) : json(200, { ok: true }),
    );
    const described = adapter(upstream.url, { mapping, errorCodes });
    const exchange = exchangeOf(described, { fail: createAdapterFail(described) });
    expect(await call(exchange, { ...write, path: '/x' })).toMatchObject({
      code,
      effect,
      recovery,
      message: 'Said: channel_not_found',
      details: { http_status: 200, upstream_error: 'channel_not_found' },
    });
    expect(await call(exchange, write)).toMatchObject({ ok: true, value: { ok: true } });
  });

  it('is never a success that only a rule about refusals would match', async () => {
    const { condition } = parseCondition("response.body.message contains 'abuse'");
    const mapping = [{ statuses: [], condition, code: 'RATE_LIMIT_EXCEEDED', messageTemplate: undefined }];
    const upstream = await startUpstream(json(200, { message: 'an essay about abuse' }));
    expect(await call(exchangeOf(adapter(upstream.url, { mapping })), operation())).toMatchObject({ ok: true });
  });

  it('follows the table that the adapter selects', async () => {
    const upstream = await startUpstream(json(409, {}));
    const strict = exchangeOf(adapter(upstream.url, { statuses: 'strict' }));
    expect(await call(strict, write)).toMatchObject({ code: 'VALIDATION_INVALID_TYPE' });
    expect(await call(exchangeOf(adapter(upstream.url)), write)).toMatchObject({ code: 'CONFLICT_ALREADY_EXISTS' });
  });
});
