import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createServer } from '../../server/create-server.ts';
import type { ServerOptions } from '../../server/server-options.ts';
import { request } from '../../testing/tickets.ts';
import { defineTool } from '../../tool/define-tool.ts';

const take = (args: unknown, limits: ServerOptions['limits'] = {}, tool: unknown = 'take') => {
  const taking = defineTool({
    name: 'take',
    description: 'Takes anything.',
    input: { type: 'object' },
    operation: 'query',
    danger: 'safe',
    errors: [],
    run: ({ arguments: given }) => (given['size'] ? { text: 'x'.repeat(Number(given['size'])) } : { taken: true }),
  });
  return createServer({ name: 's', tools: [taking], limits }).call(request(tool, args));
};

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

describe('bound', () => {
  it.each([
    ['the request', { a: 'x'.repeat(60), b: 'x'.repeat(60) }, { requestBytes: 100 }, 'request_size'],
    ['a string', { a: 'x'.repeat(101) }, { stringBytes: 100 }, 'string_length'],
    ['a name', { ['x'.repeat(101)]: 1 }, { stringBytes: 100 }, 'string_length'],
    ['an array', { a: [1, 2, 3] }, { arrayItems: 2 }, 'array_elements'],
    ['the depth', nested(4), { depth: 3 }, 'nesting_depth'],
  ])('refuses %s over its limit', async (_, args, limits, limit_type) => {
    expect(await take(args, limits)).toMatchObject({
      code: 'VALIDATION_PAYLOAD_TOO_LARGE',
      http: 413,
      details: { limit_type },
    });
  });

  /** Arguments or an answer of exactly this many bytes of JSON. */
  const around = (bytes: number): { readonly a: string } => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
  const textIn = (bytes: number): number => bytes - '{"text":""}'.length;
  const limit = 40;

  describe.each([
    [-1, true],
    [0, true],
    [1, false],
  ])('at a limit %i', (offset, passes) => {
    const size = limit + offset;
    it.each([
      ['request_size', around(size), { requestBytes: limit }, 'bytes'],
      ['response_size', { size: textIn(size) }, { responseBytes: limit }, 'bytes'],
      ['string_length', { a: 'x'.repeat(size) }, { stringBytes: limit }, 'bytes'],
      ['array_elements', { a: Array.from({ length: size }, () => 1) }, { arrayItems: limit }, 'elements'],
      ['nesting_depth', nested(size), { depth: limit }, 'levels'],
    ])(`%s ${passes ? 'passes' : 'is refused'}`, async (limit_type, args, limits, unit) => {
      const details = { limit_type, limit_value: limit, actual_value: size, unit };
      expect(await take(args, limits)).toMatchObject(
        passes ? { ok: true } : { code: 'VALIDATION_PAYLOAD_TOO_LARGE', details },
      );
    });
  });

  it('measures arguments as long as their JSON is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.object({ maxDepth: 4 }), async (args) => {
        fc.pre(!/"(?:__proto__|constructor|prototype)":/u.test(JSON.stringify(args)));
        const given = JSON.parse(JSON.stringify(args)) as object;
        const bytes = Buffer.byteLength(JSON.stringify(given));
        expect(await take(given, { requestBytes: bytes })).toMatchObject({ ok: true });
        expect(await take(given, { requestBytes: bytes - 1 })).toMatchObject({ details: { limit_value: bytes - 1 } });
      }),
      { numRuns: 60 },
    );
  });

  it('says how large a request is as a whole, unless it is far too large', async () => {
    const args = { a: { b: 'x'.repeat(60), c: 'x'.repeat(60) }, d: ['x'.repeat(60)] };
    const bytes = Buffer.byteLength(JSON.stringify(args));
    const details = { limit_type: 'request_size', limit_value: 100, actual_value: bytes, unit: 'bytes' };
    const refused = await take(args, { requestBytes: 100 });
    expect(refused.ok || refused.details).toEqual(details);
    const far = await take({ ...args, e: 'x'.repeat(900) }, { requestBytes: 100 });
    expect(far).toMatchObject({ details: { limit_type: 'request_size', limit_value: 100 } });
  });

  it('counts bytes, not characters', async () => {
    expect(await take({ a: 'é'.repeat(600) }, { stringBytes: 1000 })).toMatchObject({
      details: { limit_type: 'string_length', actual_value: 1200 },
    });
  });

  it.each([
    [{ a: '\ud800' }, 'VALIDATION_INVALID_ENCODING', { location: 'a', byte_offset: 0 }],
    [{ a: [{ b: 'x\udc00' }] }, 'VALIDATION_INVALID_ENCODING', { location: 'a[0].b', byte_offset: 1 }],
    [{ a: 'né\ud800' }, 'VALIDATION_INVALID_ENCODING', { location: 'a', byte_offset: 3 }],
    [{ ['\udfff']: 1 }, 'VALIDATION_INVALID_ENCODING', {}],
    [JSON.parse('{"a":{"__proto__":{"admin":true}}}'), 'VALIDATION_INVALID_VALUE', { param_name: 'a.__proto__' }],
    [{ constructor: 1 }, 'VALIDATION_INVALID_VALUE', { param_name: 'constructor' }],
    [{ a: Number.NaN }, 'VALIDATION_INVALID_VALUE', { param_name: 'a' }],
    [{ a: Number.POSITIVE_INFINITY }, 'VALIDATION_INVALID_VALUE', { param_name: 'a' }],
    [{ a: 1n }, 'VALIDATION_INVALID_VALUE', { param_name: 'a' }],
    [{ a: () => 1 }, 'VALIDATION_INVALID_VALUE', { param_name: 'a' }],
    [[], 'VALIDATION_INVALID_TYPE', { param_name: 'arguments', expected_type: 'object', actual_type: 'array' }],
    [null, 'VALIDATION_INVALID_TYPE', { param_name: 'arguments', actual_type: 'null' }],
    ['text', 'VALIDATION_INVALID_TYPE', { param_name: 'arguments', actual_type: 'string' }],
  ])('refuses what is not JSON or not an object', async (args, code, details) => {
    expect(await take(args)).toMatchObject({ code, effect: 'none', details });
  });

  it('refuses a call without a name as one that lacks a parameter', async () => {
    const outcome = await createServer({ name: 's', tools: [] }).call(request(undefined));
    expect(outcome).toMatchObject({ code: 'VALIDATION_MISSING_PARAM', details: { param_name: 'name' } });
  });

  it.each([null, 7, {}])('refuses a name that is not a string: %j', async (tool) => {
    const outcome = await createServer({ name: 's', tools: [] }).call(request(tool));
    expect(outcome).toMatchObject({
      code: 'VALIDATION_INVALID_TYPE',
      details: { param_name: 'name', expected_type: 'string' },
    });
  });

  it('takes missing arguments as none', async () => {
    expect(await take(undefined)).toMatchObject({ ok: true });
  });

  it('survives what is circular and what is very deep', async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    expect(await take(circular)).toMatchObject({ details: { limit_type: 'nesting_depth' } });
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(await take({ deep })).toMatchObject({ details: { limit_type: 'nesting_depth' } });
  });

  it('withholds an answer that is too large', async () => {
    expect(await take({ size: 2000 }, { responseBytes: 1000 })).toMatchObject({
      code: 'VALIDATION_PAYLOAD_TOO_LARGE',
      effect: 'none',
      details: { limit_type: 'response_size', limit_value: 1000 },
    });
  });
});

it('tells what a write that answers too much has done', async () => {
  const writing = defineTool({
    name: 'write',
    description: 'Writes.',
    input: z.strictObject({}),
    operation: 'command',
    danger: 'safe',
    errors: [],
    run: () => ({ text: 'x'.repeat(2000) }),
  });
  const server = createServer({ name: 's', tools: [writing], limits: { responseBytes: 1000 } });
  expect(await server.call(request('write'))).toMatchObject({
    code: 'VALIDATION_PAYLOAD_TOO_LARGE',
    effect: 'applied',
  });
});
