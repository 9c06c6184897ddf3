import fc from 'fast-check';
import type { JsonObject } from '@recourse/contract';
import { expect, it } from 'vitest';
import { json } from '../../test/fault.ts';
import { categories, methods } from '../adapter/adapter.ts';
import type { AdapterOperation, Parameter } from '../adapter/adapter.ts';
import { adapter, exchangeOf, operation, paging, parameter } from './testing/adapters.ts';
import { startUpstream } from './testing/upstream.ts';

const runs = process.env['RECOURSE_LONG'] === '1' ? 10_000 : 500;

/** Texts that servers, proxies and parsers have been led astray by. */
const astray = [
  '..',
  '.',
  '%2e%2e',
  '%2F',
  '../../admin',
  '..\\x',
  '/',
  '//evil.example',
  '?a=b',
  '#x',
  '&admin=1',
  ';x=1',
  '\r\nX-Evil: 1',
  '\0',
  '\n',
  ' ',
  '%',
  '%zz',
  '%00',
  '\ud800',
  '{id}',
  '@evil',
  ':80',
  'a,b',
  '=',
  '+',
  '[0]',
  'HTTP/1.1',
  '日本',
  '\u202e',
  '\u2028',
  '__proto__',
  '<script>',
  '"',
  "'",
  '\\',
  '\u007f',
  '\t',
] as const;
const hostile = fc.constantFrom(...astray);
const text = fc.oneof(
  hostile,
  fc.string({ unit: 'binary' }),
  fc.tuple(hostile, hostile).map((both) => both.join('')),
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(text, scalar, { maxKeys: 2 }));

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);
const parameters = fc.uniqueArray(name, { minLength: 1, maxLength: 5 }).chain((names) =>
  fc.tuple(
    ...names.map((each) =>
      fc
        .record({
          in: fc.constantFrom<Parameter['in']>('path', 'query', 'header', 'body'),
          arrayStyle: fc.constantFrom<Parameter['arrayStyle']>('repeat', 'comma'),
          type: fc.constantFrom('string', 'array', 'object'),
        })
        .map(({ type, ...rest }) => parameter(each, { ...rest, wireName: `w-${each}`, schema: { type } })),
    ),
  ),
);

const operations: fc.Arbitrary<AdapterOperation> = fc
  .record({
    parameters,
    method: fc.constantFrom(...methods),
    category: fc.constantFrom(...categories),
    paged: fc.boolean(),
    glued: fc.boolean(),
  })
  .map(({ parameters: declared, method, category, paged, glued }) => {
    const placeholders = declared.filter((each) => each.in === 'path').map(({ name: each }) => `{${each}}`);
    return operation({
      method,
      category,
      parameters: declared,
      path: `/start/${placeholders.join(glued ? '-' : '/')}/end`,
      paging: paged ? paging({ parameter: 'p-offset', sizeParameter: 'p-limit' }) : undefined,
    });
  });

const calls = operations.chain((called) =>
  fc.record({
    called: fc.constant(called),
    given: fc
      .record({
        declared: fc.record(Object.fromEntries(called.parameters.map((each) => [each.name, value])), {
          requiredKeys: [],
        }),
        strangers: fc.dictionary(fc.constantFrom('Stranger', 'w-x', '..', 'p-offset', 'a&b'), value, { maxKeys: 2 }),
        first: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
        fields: fc.option(fc.oneof(text, fc.array(text, { maxLength: 2 })), { nil: undefined }),
      })
      .map(({ declared, strangers, first, fields }): JsonObject => ({
        ...strangers,
        ...declared,
        ...(first && { first }),
        ...(fields !== undefined && { fields }),
      })),
  }),
);

/** What a target may be made of: unreserved characters, percent-encoded ones, and the separators that we write. */
const encoded = /^(?:[A-Za-z0-9\-._~,]|%[0-9A-F]{2})*$/;

it(`sends nothing unencoded and nothing unknown in ${runs} requests`, { timeout: 600_000 }, async () => {
  const upstream = await startUpstream(json(200, []));
  const exchange = exchangeOf(adapter(`${upstream.url}/base/v1`));
  const signal = new AbortController().signal;
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(calls, async ({ called, given }) => {
      const before = upstream.requests.length;
      const outcome = await exchange.send({ operation: called, arguments: given, signal });
      if (!outcome.ok) expect(outcome.category).toBe('validation');
      for (const { target, method, headers, body } of upstream.requests.slice(before)) {
        sent += 1;
        const [path = '', query, ...more] = target.split('?');
        expect(more).toEqual([]);
        expect(method).toBe(called.method);
        const declaredIn = (place: Parameter['in']) => called.parameters.filter((each) => each.in === place);

        const segments = path.split('/');
        const places = called.path.split('/').length;
        expect(segments.slice(0, 4)).toEqual(['', 'base', 'v1', 'start']);
        expect(segments).toHaveLength(places + 2);
        for (const segment of segments) {
          expect(segment).toMatch(encoded);
          expect(['.', '..']).not.toContain(decodeURIComponent(segment));
        }

        const known = new Set([...declaredIn('query').map(({ wireName }) => wireName), 'p-offset', 'p-limit']);
        for (const pair of query?.split('&') ?? []) {
          const [key = '', content = '', ...rest] = pair.split('=');
          expect(rest).toEqual([]);
          expect(known).toContain(key);
          expect(content).toMatch(encoded);
        }

        const ours = Object.keys(headers).filter((header) => /^w-|stranger|evil/i.test(header));
        expect(declaredIn('header').map(({ wireName }) => wireName)).toEqual(expect.arrayContaining(ours));
        const members = body.length === 0 ? [] : Object.keys(JSON.parse(String(body)) as object);
        expect(declaredIn('body').map(({ wireName }) => wireName)).toEqual(expect.arrayContaining(members));
      }
    }),
    { numRuns: runs },
  );
  // A law about requests says nothing where none was sent.
  expect(sent).toBeGreaterThan(runs / 20);
});
