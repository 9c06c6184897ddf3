import type { JsonSchema } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createServer } from '../server/create-server.ts';
import { request } from '../testing/tickets.ts';
import { loadValidator } from '../validation/validator.ts';
import { defineRouter } from './define-router.ts';
import { defineOperation, defineTool } from './define-tool.ts';

const definition = (input: z.ZodObject | JsonSchema, output?: z.ZodObject | JsonSchema) => ({
  name: 'work',
  description: 'Works.',
  input,
  ...(output && { output }),
  operation: 'query' as const,
  danger: 'safe' as const,
  errors: [],
  run: ({ arguments: { a } }: { readonly arguments: Record<string, unknown> }) => ({ a }) as never,
});
const register = (schema: z.ZodType) => defineTool(definition(z.strictObject({ a: schema })));

/** Every string format of zod. A format that a later version adds fails the test below until it is listed. */
const formats: Readonly<Record<string, readonly [schema: z.ZodType<string>, good: readonly string[], bad: readonly string[]]>> = {
  email: [z.email(), ['a@b.co', "o'x+1@sub.b.co"], ['a@b', 'a..b@c.de', '@b.co']],
  'email html5': [z.email({ pattern: z.regexes.html5Email }), ['a@b', 'a.b@c-d.e'], ['a@-b', 'ü@b.co']],
  'email rfc5322': [z.email({ pattern: z.regexes.rfc5322Email }), ['"a b"@c.de', 'a@[1.2.3.4]'], ['a@b']],
  'email unicode': [z.email({ pattern: z.regexes.unicodeEmail }), ['ü@münchen.de'], ['a b@c.de']],
  guid: [z.guid(), ['ffffffff-aaaa-0000-0000-000000000001'], ['ffffffff']],
  uuid: [z.uuid(), ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567-e89b-02d3-a456-426614174000', 'urn:uuid:x']],
  uuidv4: [z.uuidv4(), ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-12d3-a456-426614174000']],
  uuidv6: [z.uuidv6(), ['123e4567-e89b-62d3-a456-426614174000'], ['123e4567-e89b-42d3-a456-426614174000']],
  uuidv7: [z.uuidv7(), ['123e4567-e89b-72d3-a456-426614174000'], ['123e4567-e89b-42d3-a456-426614174000']],
  url: [z.url(), ['http://a', 'mailto:a@b.co', 'http://a b.c/%'.replace(' ', ''), 'http:a'], ['a', '/path', 'http://']],
  httpUrl: [z.httpUrl(), ['https://example.com/a?b'], ['http://localhost', 'ftp://example.com', 'x']],
  'url of one host': [z.url({ hostname: /^a\.de$/u, protocol: /^https$/u }), ['https://a.de'], ['https://b.de', 'http://a.de']],
  emoji: [z.emoji(), ['😀', '👍🏽', '🇩🇪'], ['a', '1', '']],
  nanoid: [z.nanoid(), ['V1StGXR8_Z5jdHi6B-myT'], ['V1StGXR8']],
  'nanoid of 5': [z.nanoid({ length: 5 }), ['V1StG'], ['V1StGXR8_Z5jdHi6B-myT']],
  cuid: [z.cuid(), ['cjld2cjxh0000qzrmn831i7rn'], ['xjld2']],
  cuid2: [z.cuid2(), ['tz4a98xxat96iws9zmbrgj3a'], ['TZ', '']],
  ulid: [z.ulid(), ['01ARZ3NDEKTSV4RRFFQ69G5FAV'], ['81ARZ3NDEKTSV4RRFFQ69G5FAV']],
  xid: [z.xid(), ['9m4e2mr0ui3e8a215n4g'], ['9m4e2mr0ui3e8a215n4z']],
  ksuid: [z.ksuid(), ['0o5Fs0EELR0fUjHjbCnEtdUwQe3'], ['0o5F']],
  ipv4: [z.ipv4(), ['127.0.0.1'], ['256.0.0.1', '1.2.3']],
  ipv6: [z.ipv6(), ['::1', '2001:db8::8a2e:370:7334'], ['::g', '1::2::3', '::1%eth0']],
  mac: [z.mac(), ['00:1A:2B:3C:4D:5E'], ['00:1a:2B:3C:4D:5E', '00-1A-2B-3C-4D-5E']],
  'mac with hyphens': [z.mac({ delimiter: '-' }), ['00-1A-2B-3C-4D-5E'], ['00:1A:2B:3C:4D:5E']],
  cidrv4: [z.cidrv4(), ['10.0.0.0/8'], ['10.0.0.0/33', '10.0.0.0']],
  cidrv6: [z.cidrv6(), ['2001:db8::/32'], ['2001:db8::/129', '::1']],
  base64: [z.base64(), ['', 'aGk=', 'aGVsbG8h'], ['aGk', 'a=b=']],
  base64url: [z.base64url(), ['aGk', '_-_-'], ['a+b/', 'a']],
  e164: [z.e164(), ['+14155552671'], ['14155552671', '+1']],
  jwt: [z.jwt(), ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.x'], ['a.b.c', 'x']],
  'jwt of one algorithm': [z.jwt({ alg: 'HS256' }), ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.x'], ['eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.e30.x']],
  hostname: [z.hostname(), ['example.com', 'a-b.c.'], ['-a', 'a..b']],
  hex: [z.hex(), ['', 'dead'], ['xyz']],
  sha256: [z.hash('sha256'), ['a'.repeat(64)], ['a'.repeat(63)]],
  'md5 in base64': [z.hash('md5', { enc: 'base64' }), ['1B2M2Y8AsgTpgAmY7PhCfg=='], ['1B2M2Y8AsgTpgAmY7PhCfg']],
  creditCard: [z.creditCard(), ['4111111111111111', '4111 1111 1111 1111'], ['4111111111111112', '1']],
  currencyCode: [z.currencyCode(), ['EUR'], ['EURO', 'eur']],
  iban: [z.iban(), ['DE89370400440532013000'], ['DE88370400440532013000', 'DE']],
  'iso.datetime': [z.iso.datetime(), ['2024-02-29T10:00:00Z', '2024-01-01T00:00:00.123Z'], ['2023-02-29T10:00:00Z', '2024-01-01T00:00:00+02:00', '2024-01-01T23:59:60Z']],
  'iso.datetime with offset': [z.iso.datetime({ offset: true }), ['2024-01-01T00:00:00+02:00'], ['2024-01-01T00:00:00']],
  'iso.datetime local': [z.iso.datetime({ local: true }), ['2024-01-01T00:00', '2024-01-01T00:00:00Z'], ['2024-01-01']],
  'iso.datetime to the minute': [z.iso.datetime({ precision: -1, local: true }), ['2024-01-01T00:00'], ['2024-01-01T00:00:00']],
  'iso.datetime to the millisecond': [z.iso.datetime({ precision: 3 }), ['2024-01-01T00:00:00.123Z'], ['2024-01-01T00:00:00Z']],
  'iso.date': [z.iso.date(), ['2024-02-29'], ['2023-02-29', '2024-1-1']],
  'iso.time': [z.iso.time(), ['10:00', '10:00:00.5'], ['24:00', '10:00:00Z']],
  'iso.time to the second': [z.iso.time({ precision: 0 }), ['10:00:00'], ['10:00']],
  'iso.duration': [z.iso.duration(), ['P1Y2M', 'PT1.5S', 'P1W'], ['P', 'P1W2D', '1D']],
  lowercase: [z.string().lowercase(), ['abc'], ['aBc']],
  uppercase: [z.string().uppercase(), ['ABC'], ['AbC']],
  startsWith: [z.string().startsWith('a.b'), ['a.bc'], ['aXb']],
  endsWith: [z.string().endsWith('a.b'), ['xa.b'], ['a.bx']],
  includes: [z.string().includes('a.b'), ['xa.by'], ['aXb']],
  regex: [z.string().regex(/^(?:ab)+$/u), ['abab'], ['aba']],
  stringFormat: [z.stringFormat('pair', /^\d-\d$/u), ['1-2'], ['12']],
  'two checks': [z.email().endsWith('.de'), ['a@b.de'], ['a@b.co', 'x.de']],
  templateLiteral: [z.templateLiteral(['v', z.int()]), ['v12'], ['v', '12']],
}; // prettier-ignore

const samples = [...new Set(Object.values(formats).flatMap(([, good, bad]) => [...good, ...bad]))];

describe.each(Object.entries(formats))('the format %s', (_, [schema, good, bad]) => {
  it('registers, and accepts and rejects what zod does', async () => {
    const tool = register(schema);
    const validator = await loadValidator(tool.input, false);
    const accepts = (text: string): boolean => validator({ a: text }).problems.length === 0;
    expect(good.filter((text) => !accepts(text))).toEqual([]);
    expect(bad.filter(accepts)).toEqual([]);
    for (const text of samples) expect([text, accepts(text)]).toEqual([text, schema.safeParse(text).success]);
  });
});

it('lists every string format of the installed zod', () => {
  const listed = new Set([...Object.keys(formats).map((name) => name.split(' ')[0] ?? ''), 'hash']);
  expect(Object.keys(z).filter(createsFormat)).toContain('email');
  expect(Object.keys(z).filter((name) => createsFormat(name) && !listed.has(name))).toEqual([]);
});

const createsFormat = (name: string): boolean => {
  try {
    const created = (z as unknown as Record<string, () => unknown>)[name]?.();
    if (created instanceof Promise) created.catch(() => undefined);
    return created instanceof z.core.$ZodStringFormat;
  } catch {
    return false;
  }
};

describe('a pattern of a tool', () => {
  const hostile = `${'a'.repeat(60)}!`;
  const endless = z.string().regex(/^(a+)+$/u);

  it.each<[string, z.ZodType, unknown]>([
    ['a string', endless, hostile],
    ['the names of a record', z.record(endless, z.int()), { [hostile]: 1 }],
    ['the names of a loose record', z.looseRecord(endless, z.int()), { [hostile]: 1, aa: 'x' }],
    ['a list of a union', z.array(z.union([endless, z.int()])), [hostile]],
    ['an ending', z.string().endsWith('b'), 'a'.repeat(300_000)],
  ])('takes linear time in %s', async (_, schema, value) => {
    const outcome = await createServer({ name: 's', tools: [register(schema)] }).call(request('work', { a: value }));
    expect(outcome).toMatchObject({ ok: false, category: 'validation' });
  });

  it('takes linear time in an output schema, with any kind of input schema', async () => {
    const output = z.object({ a: endless });
    for (const input of [z.strictObject({ a: z.string() }), { type: 'object' } as JsonSchema]) {
      const server = createServer({ name: 's', tools: [defineTool(definition(input, output))] });
      expect(await server.call(request('work', { a: hostile }))).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID' });
    }
    const written = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } } as JsonSchema;
    const tool = defineTool(definition(z.strictObject({ a: z.string() }), written));
    const outcome = await createServer({ name: 's', tools: [tool] }).call(request('work', { a: hostile }));
    expect(outcome).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID' });
  });

  it('takes linear time in a router and its operations', async () => {
    const operation = defineOperation(definition(z.strictObject({ a: endless })));
    const router = defineRouter({
      name: 'all',
      description: 'Routes.',
      input: z.strictObject({ a: z.string(), b: endless.optional() }),
      operations: [operation],
      resolve: ({ a }) => ({ operation: 'work', arguments: { a } }),
    });
    const server = createServer({ name: 's', tools: [router] });
    expect(await server.call(request('all', { a: hostile }))).toMatchObject({ code: 'VALIDATION_PATTERN_MISMATCH' });
    expect(await server.call(request('all', { a: 'a', b: hostile }))).toMatchObject({ category: 'validation' });
  });

  it.each<[string, z.ZodType, string]>([
    ['lookahead', z.string().regex(/^(?=a)(a+)+$/u), 'lookahead'],
    ['a reference', z.string().regex(/^(a+)\1$/u), 'backreference'],
    ['a flag', z.string().regex(/abc/iu), "no flag 'i'"],
    ['the flag of a format', z.email({ pattern: /^a$/iu }), "no flag 'i'"],
    ['a function', z.stringFormat('even', (text) => text.length % 2 === 0), "the format 'even' is a function"],
    ['a slow host', z.url({ hostname: /^(a+)+$/u }), 'not proven to run in linear time'],
    ['normalize', z.url({ normalize: true }), 'normalize changes'],
    ['the names of a record', z.record(z.string().regex(/(?!x)a/u), z.int()), 'lookahead'],
  ])('is refused at registration with the reason: %s', (_, schema, reason) => {
    expect(() => register(schema)).toThrow(reason);
    const output = z.object({ a: schema });
    expect(() => defineTool(definition(z.strictObject({}), output))).toThrow(reason);
    expect(() => defineOperation(definition(z.strictObject({ a: schema })))).toThrow(reason);
  });
});
