import { dialectNames, dialectSchema, loadDialect } from '@recourse/contract/dialects';
import { repetitions } from '@recourse/testkit/repetitions';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { CallRequest } from './call/call.ts';
import { exclusive } from './fields/choices.ts';
import { sensitive } from './fields/field.ts';
import { argv, code, duration, gitRef, identifier, path, pattern, shellWord, url } from './guards/kinds.ts';
import { createServer } from './server/create-server.ts';
import { createEventBuffer } from './stages/record/create-event-buffer.ts';
import { createMemorySink } from './stages/record/memory-sink.ts';
import { createTickets, request, ticketCodes } from './testing/tickets.ts';
import { defineRouter } from './tool/define-router.ts';
import { defineOperation, defineTool } from './tool/define-tool.ts';

const calls = repetitions({ atLeast: 3_000, full: 100_000 });

const guarded = defineTool({
  name: 'guarded',
  description: 'Takes one of each kind.',
  input: exclusive(
    z.strictObject({
      file: path({ root: 'project' }).optional(),
      arguments: argv({ allow: ['--verbose'] }).optional(),
      word: shellWord().optional(),
      name: identifier().optional(),
      wait: duration().optional(),
      ref: gitRef().optional(),
      link: url().optional(),
      search: pattern().optional(),
      pin: sensitive(z.string().max(4)).optional(),
      either: z.union([z.strictObject({ a: z.int() }), z.strictObject({ b: z.string() })]).optional(),
    }),
    ['ref', 'file'],
  ),
  operation: 'query',
  danger: 'safe',
  errors: [],
  run: ({ arguments: given }) => ({ given }),
});

const evaluate = defineTool({
  name: 'evaluate',
  description: 'Takes code.',
  input: z.strictObject({ source: code({ language: 'javascript' }) }),
  operation: 'eval',
  danger: 'reversible',
  errors: [],
  run: () => ({ evaluated: true }),
});

const unruly = defineTool({
  name: 'unruly',
  description: 'Misbehaves as it is told.',
  input: z.strictObject({ how: z.enum(['throw', 'nothing', 'undeclared', 'circular', 'misfit', 'promise']) }),
  output: z.object({ fine: z.literal(true) }),
  operation: 'command',
  danger: 'reversible',
  errors: [],
  run: ({ arguments: { how }, ...call }): never => {
    if (how === 'throw') throw new Error('secret-of-the-handler');
    if (how === 'undeclared') return (call.fail as (code: string) => never)('PERMISSION_DENIED');
    if (how === 'promise') return Promise.reject(new TypeError('secret-of-the-handler')) as never;
    const circular: { self?: unknown } = {};
    circular.self = circular;
    return (how === 'nothing' ? undefined : how === 'circular' ? circular : { fine: 'no' }) as never;
  },
});

const router = defineRouter({
  name: 'tickets',
  description: 'Routes.',
  input: z.strictObject({ operation: z.string(), params: z.record(z.string(), z.json()).default({}) }),
  operations: [
    defineOperation({
      name: 'get_ticket',
      input: { type: 'object', properties: { id: { type: 'integer' }, tag: { type: 'string', pattern: '^(a|a?)+$' } } },
      operation: 'query',
      danger: 'safe',
      errors: [],
      run: () => ({ found: true }),
    }),
  ],
  resolve: ({ operation, params }) => ({ operation: String(operation), arguments: (params ?? {}) as never }),
});

const { findTicket, closeTicket, noteTicket, eraseAll } = createTickets({ done: [] });
const tools = [findTicket, closeTicket, noteTicket, eraseAll, guarded, evaluate, unruly, router];
const fieldNames = tools.flatMap((tool) => Object.keys((tool.input['properties'] ?? {}) as object));

const hostileText = fc.constantFrom(
  '../../etc/passwd',
  '/etc/passwd',
  '~',
  '-rf',
  '--output=/tmp/x',
  '$(id)',
  '`id`',
  'a\u0000b',
  'a\r\nb',
  '\u202e',
  'HEAD..main',
  '@{u}',
  'http://127.0.0.1',
  'http://[::ffff:10.0.0.1]/',
  'http://2130706433',
  'file:///etc/passwd',
  '(a+)+$',
  '[',
  'process.exit()',
  'x['.repeat(50),
  '',
  ' ',
  '1h',
  '999999999999h',
  'x'.repeat(5_000),
  '\ud800',
  '__proto__',
  '{"id":1}',
  '7',
  'true',
  'null',
);
const scalar = fc.oneof(fc.jsonValue(), hostileText, fc.integer(), fc.double(), fc.string({ unit: 'binary' }));
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.string(), scalar, { maxKeys: 4 }),
  fc.anything({ withBigInt: true, withDate: true, withMap: true }),
);
const args = fc.oneof(
  fc.dictionary(
    fc.oneof(fc.constantFrom(...fieldNames), fc.string(), fc.constantFrom('__proto__', 'constructor')),
    value,
    { maxKeys: 5 },
  ),
  fc.record(
    {
      id: fc.oneof(fc.integer({ min: 1, max: 500 }), scalar),
      state: fc.oneof(fc.constantFrom('open', 'closed'), scalar),
    },
    { requiredKeys: [] },
  ),
  fc.record({ how: fc.constantFrom('throw', 'nothing', 'undeclared', 'circular', 'misfit', 'promise') }),
  fc.record({ operation: fc.oneof(fc.constant('get_ticket'), fc.string()), params: value }, { requiredKeys: [] }),
  fc.record({ source: hostileText }),
  fc.record({ id: fc.integer({ min: 1, max: 9 }), text: fc.string() }),
  value,
);
const meta = fc.record(
  {
    idempotency_key: fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.string()),
    confirmation_token: fc.oneof(fc.string(), hostileText),
    traceparent: fc.oneof(fc.constant('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'), fc.string()),
  },
  { requiredKeys: [] },
);
const call: fc.Arbitrary<CallRequest> = fc
  .record({
    tool: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...tools.map(({ name }) => name), 'recourse_confirm') },
      value,
    ),
    args,
    meta,
    local: fc.constantFrom(true, true, true, false),
  })
  .map(({ tool, args: given, meta: said, local }) =>
    request(tool, given, { meta: said, caller: { transport: 'in-process', local } }),
  );

it("answers every call with exactly one outcome that its dialect's schema accepts", async () => {
  const worlds = await Promise.all(
    dialectNames.map(async (name) => {
      const dialect = await loadDialect(name);
      const server = createServer({
        name: 'fuzz',
        dialect,
        tools,
        codes: ticketCodes,
        guards: { roots: { project: import.meta.dirname }, lookup: () => Promise.resolve(['203.0.113.7']) },
        timeouts: { defaultMs: 5_000 },
        record: { events: createEventBuffer(createMemorySink()) },
      });
      return { server, dialect, validate: new Ajv2020({ strict: false }).compile(dialectSchema(dialect, {})) };
    }),
  );
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.nat(worlds.length - 1), call, async (index, given) => {
      const world = worlds[index];
      if (!world) throw new Error('no world');
      const result = await world.server.respond(given);
      const [block] = result.content;
      const text = block?.type === 'text' ? block.text : '';
      const envelope: unknown = JSON.parse(JSON.stringify(result.structuredContent));
      expect(world.validate(envelope), text.slice(0, 500)).toBe(true);
      expect(JSON.stringify(result)).not.toContain('secret-of-the-handler');
      const outcome = world.dialect.parse(envelope);
      expect(outcome).toBeDefined();
      const line = outcome?.ok === false ? world.dialect.line?.parse(text)?.failure : undefined;
      if (line) expect(line).toMatchObject({ ok: false, code: outcome?.ok === false && outcome.code });
      else expect(JSON.parse(text)).toEqual(envelope);
      const name = !outcome || outcome.ok ? 'ok' : outcome.code;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }),
    { numRuns: calls },
  );
  // A fuzz that only ever hits the first check would prove little.
  expect(seen.size).toBeGreaterThan(15);
}, 3_600_000);
