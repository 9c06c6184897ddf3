import { batch, defineCodes, succeed } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import { createServer } from '../server/create-server.ts';
import { createTickets, request, ticketCodes } from '../testing/tickets.ts';
import { exactlyOne, exclusive } from '../fields/choices.ts';
import { path } from '../guards/kinds.ts';
import { defineRouter } from './define-router.ts';
import { defineOperation, defineTool } from './define-tool.ts';

const good = {
  name: 'find_ticket',
  description: 'Finds a ticket.',
  input: z.strictObject({ id: z.int() }),
  operation: 'query',
  danger: 'safe',
  errors: [],
  run: () => ({}),
} as const;

const deep = (levels: number): object => ({ type: 'object', ...(levels > 0 && { not: deep(levels - 1) }) });

describe('registration refuses', () => {
  it.each([
    ['no operation', { operation: undefined }, 'operation: must be one of command, query'],
    ['no danger', { danger: undefined }, 'danger: must be one of safe, reversible'],
    ['a bad name', { name: 'find ticket' }, "name: use 1 to 128 letters, digits, '_', '.' and '-'"],
    ['eval without code', { operation: 'eval', danger: 'dangerous' }, "an 'eval' operation needs a field of kind code"],
    ['a reading operation that is dangerous', { danger: 'destructive' }, "a 'query' operation only reads"],
    ['a code that nobody declares', { errors: ['NOPE'] }, "errors: 'NOPE' is not in any registry"],
    ['a warning among the errors', { errors: ['RATE_LIMIT_QUOTA_WARNING'] }, 'is a warning'],
    ['a name of the envelope', { output: z.object({ ok: z.boolean() }) }, "output: 'ok' is reserved for the envelope"],
    ['an open object', { input: z.object({ id: z.int() }) }, 'input: use z.strictObject'],
    ['an open object inside', { input: z.strictObject({ a: z.object({}) }) }, 'input.a: use z.strictObject'],
    [
      'refine',
      { input: z.strictObject({ a: z.string().refine(() => true) }) },
      'input.a: refine cannot be expressed in JSON Schema',
    ],
    [
      'transform',
      { input: z.strictObject({ a: z.string().transform(Number) }) },
      'input.a: a pipe or preprocess changes',
    ],
    ['coerce', { input: z.strictObject({ a: z.coerce.number() }) }, 'input.a: coerce changes'],
    ['trim', { input: z.strictObject({ a: z.string().trim() }) }, 'input.a: trim and similar methods change'],
    ['a date', { input: z.strictObject({ a: z.date() }) }, 'input.a: JSON has no dates'],
    [
      'a schema from elsewhere that leads out',
      { input: { type: 'object', $ref: 'https://example.com/x' } },
      'points outside the document',
    ],
    ['a schema from elsewhere that is no object', { input: { type: 'array' } }, "must be of type 'object'"],
    ['a schema from elsewhere that is too deep', { input: deep(70) }, 'nested deeper than 64 levels'],
    [
      'a guarded field that no call could find',
      { input: z.strictObject({ tree: z.strictObject({ file: path({ root: 'project' }) }).meta({ id: 'shared' }) }) },
      'is behind a $ref',
    ],
    ['a key that is no argument', { idempotency: { argument: 'key' } }, "idempotency: 'key' is not an argument"],
    [
      'a quota that falls',
      { quotas: [{ metric: 'm', count: 'attempts', windowMs: 1, pause: 2, stop: 1 }] },
      'must not decrease',
    ],
  ])('%s', (_, change, message) => {
    expect(() => defineTool({ ...good, ...change } as never)).toThrow(message);
  });

  it('everything at once', () => {
    expect(() => defineTool({ ...good, operation: 'nap', danger: 'none' } as never)).toThrow(
      /'find_ticket' cannot be registered:\n- operation: .*\n- danger: /,
    );
  });

  it('two tools with one name, and code sets that collide', () => {
    const tool = defineTool(good);
    expect(() => createServer({ name: 's', tools: [tool, tool] })).toThrow("two tools are called 'find_ticket'");
    const { kind, category, http, retryable, recovery, since, summary, hint } = ticketCodes.definitions.TICKET_LOCKED;
    const row = {
      kind,
      category,
      http,
      retryable,
      recovery,
      since,
      summary: String(summary),
      hint: String(hint),
      message: 'x',
    };
    const other = defineCodes({ TICKET_LOCKED: row } as never, { namespace: 'other' });
    expect(() => createServer({ name: 's', tools: [tool], codes: [ticketCodes, other] })).toThrow(
      "is already used by 'tickets'",
    );
  });
});

it('refuses a server without the folder that a path field names', () => {
  const tool = defineTool({ ...good, input: z.strictObject({ file: path({ root: 'project' }) }) });
  expect(() => createServer({ name: 's', tools: [tool] })).toThrow("uses the root 'project'");
  expect(() => createServer({ name: 's', tools: [tool], guards: { roots: { project: '/' } } })).not.toThrow();
});

describe('fail', () => {
  it('takes only the declared codes, when it compiles', () => {
    defineTool({
      ...good,
      codes: ticketCodes,
      errors: ['TICKET_LOCKED'],
      run: ({ fail }) => {
        // @ts-expect-error -- not declared by this tool
        fail('NOT_FOUND_RESOURCE', {});
        // @ts-expect-error -- id is a number
        fail('TICKET_LOCKED', { id: 'x' });
        return fail('TICKET_LOCKED', { id: 1 });
      },
    });
  });

  it('takes only the declared codes, when it runs', async () => {
    const tool = defineTool({ ...good, run: (call) => (call.fail as (code: string) => never)('PERMISSION_DENIED') });
    expect(await createServer({ name: 's', tools: [tool] }).call(request('find_ticket', { id: 1 }))).toMatchObject({
      code: 'INTERNAL_ERROR',
      cause_class: 'UndeclaredCode',
    });
  });
});

describe('tools/list', () => {
  it('derives the annotations, so that they cannot lie', async () => {
    const { findTicket, closeTicket, noteTicket } = createTickets({ done: [] });
    const listed = await createServer({ name: 's', tools: [findTicket, closeTicket, noteTicket] }).listTools();
    expect(listed.map(({ name, annotations }) => [name, annotations])).toEqual([
      ['find_ticket', { readOnlyHint: true }],
      ['close_ticket', { readOnlyHint: false, destructiveHint: true, idempotentHint: false }],
      ['note_ticket', { readOnlyHint: false, destructiveHint: false, idempotentHint: false }],
      ['recourse_confirm', { readOnlyHint: false, destructiveHint: true, idempotentHint: false }],
    ]);
  });

  it('names the codes where failures are described', async () => {
    const { findTicket, noteTicket, closeTicket } = createTickets({ done: [] });
    const [listed, ...others] = await createServer({
      name: 's',
      tools: [findTicket, noteTicket, closeTicket],
    }).listTools();
    expect(listed?.description).toBe('Finds a ticket.');
    expect(listed?.inputSchema).toMatchObject({ type: 'object', additionalProperties: false, required: ['id'] });
    expect(listed?.outputSchema).toMatchObject({
      type: 'object',
      anyOf: [
        { properties: { ok: { const: true } } },
        {
          type: 'object',
          properties: { ok: { const: false }, code: { examples: ['NOT_FOUND_RESOURCE', 'TICKET_LOCKED'] } },
          required: ['ok', 'code'],
        },
      ],
    });
    const confirm = others.find(({ name }) => name === 'recourse_confirm');
    expect(confirm?.description).toMatch(
      / Errors: TOKEN_INVALID, TOKEN_EXPIRED, TOKEN_ALREADY_USED, TOKEN_SCOPE_MISMATCH\.$/,
    );
  });

  it('names the codes in the descriptions alone if told so', async () => {
    const { findTicket } = createTickets({ done: [] });
    const [listed] = await createServer({ name: 's', tools: [findTicket], codesIn: 'description' }).listTools();
    expect(listed?.description).toBe('Finds a ticket. Errors: NOT_FOUND_RESOURCE, TICKET_LOCKED.');
    expect(listed?.outputSchema).toMatchObject({ anyOf: [{}, { properties: { ok: { const: false }, code: {} } }] });
    expect(JSON.stringify(listed?.outputSchema)).not.toContain('examples');
  });

  it('states choices between fields in words, because model providers reject them at the root of a schema', async () => {
    const field = z.string().optional();
    const fields = z.strictObject({ ref: field, selector: field, by: field, from: field, until: field });
    const tool = defineTool({
      name: 'look',
      description: 'Looks at an element.',
      input: exclusive(exactlyOne(fields, ['ref', 'selector', 'by']), ['from', 'until']),
      operation: 'query',
      danger: 'safe',
      errors: [],
      run: () => ({}),
    });
    const server = createServer({ name: 's', tools: [tool] });
    const [listed] = await server.listTools();
    expect(listed?.description).toBe(
      'Looks at an element. Give exactly one of ref, selector and by. Give at most one of from and until.',
    );
    expect(Object.keys(listed?.inputSchema ?? {}).toSorted()).toEqual(['additionalProperties', 'properties', 'type']);
    expect(await server.call(request('look', { ref: 'a', by: 'b' }))).toMatchObject({ ok: false });
  });

  it('leaves out the bounds of integers that the tool does not state', async () => {
    const input = z.strictObject({ id: z.int(), page: z.int().min(1).default(1), near: z.array(z.int().max(9)) });
    const [listed] = await createServer({ name: 's', tools: [defineTool({ ...good, input })] }).listTools();
    expect(listed?.inputSchema['properties']).toEqual({
      id: { type: 'integer' },
      page: { type: 'integer', minimum: 1, default: 1 },
      near: { type: 'array', items: { type: 'integer', maximum: 9 } },
    });
  });

  it('offers recourse_confirm only if something can ask', async () => {
    const { findTicket } = createTickets({ done: [] });
    const listed = await createServer({ name: 's', tools: [findTicket] }).listTools();
    expect(listed.map(({ name }) => name)).toEqual(['find_ticket']);
  });
});

describe('a router', () => {
  const done: string[] = [];
  const operation = (name: string, danger: 'safe' | 'destructive') =>
    defineOperation({
      name,
      input: z.strictObject({ id: z.int() }),
      operation: danger === 'safe' ? 'query' : 'command',
      danger,
      errors: [],
      run: ({ arguments: { id } }) => {
        done.push(`${name} ${id}`);
        return { id };
      },
    });
  const router = defineRouter({
    name: 'tickets',
    description: 'Everything about tickets.',
    input: z.strictObject({ operation: z.string(), params: z.record(z.string(), z.json()).default({}) }),
    operations: [operation('get_ticket', 'safe'), operation('delete_ticket', 'destructive')],
    resolve: ({ operation: wanted, params }) => ({ operation: String(wanted), arguments: (params ?? {}) as never }),
  });
  const server = createServer({ name: 's', tools: [router] });
  const route = (args: unknown) => server.call(request('tickets', args));

  it('resolves to an operation, and every later stage applies to that', async () => {
    expect(await route({ operation: 'get_ticket', params: { id: 1 } })).toEqual(succeed({ id: 1 }));
    expect(await route({ operation: 'get_ticket', params: {} })).toMatchObject({
      code: 'VALIDATION_MISSING_PARAM',
      details: { param_name: 'id', operation: 'get_ticket' },
    });
    expect(await route({ operation: 'delete_ticket', params: { id: 1 } })).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
    });
    expect(done).toEqual(['get_ticket 1']);
  });

  it('names what was meant if there is no such operation', async () => {
    expect(await route({ operation: 'get_tickt' })).toMatchObject({
      code: 'NOT_FOUND_OPERATION',
      similar: [{ ref: 'get_ticket', role: 'operation' }],
    });
    expect(await route({})).toMatchObject({ code: 'VALIDATION_MISSING_PARAM', details: { param_name: 'operation' } });
  });

  it('answers for its most dangerous operation', () => {
    expect(router.annotations).toEqual({ readOnlyHint: false, destructiveHint: true, idempotentHint: false });
  });
});

describe('a call inside a call', () => {
  const ledger = { done: [] as string[] };
  const { findTicket, closeTicket } = createTickets(ledger);
  const both = defineTool({
    name: 'both',
    description: 'Makes two calls.',
    input: z.strictObject({}),
    operation: 'command',
    danger: 'reversible',
    errors: ['BATCH_PARTIAL_FAILURE'],
    run: async ({ inner }) =>
      batch([await inner('find_ticket', { id: 1 }), await inner('close_ticket', { id: 2 }), await inner('both', {})]),
  });
  const server = createServer({ name: 's', tools: [findTicket, closeTicket, both] });

  it('passes every stage from find on, as the same caller, and goes no deeper', async () => {
    const outcome = await server.call(request('both'));
    expect(outcome).toMatchObject({
      code: 'BATCH_PARTIAL_FAILURE',
      details: {
        results: [{ index: 0, value: { id: 1, state: 'open' } }],
        errors: [
          { index: 1, code: 'CONFIRMATION_REQUIRED' },
          { index: 2, code: 'INTERNAL_ERROR' },
        ],
      },
    });
    expect(ledger.done).toEqual(['find 1']);
  });
});

describe('a schema of zod 3', () => {
  const advice = 'this is a Zod 3 schema; install zod ^4.2.0 and define the schema with it';
  const old = z3.object({ id: z3.number() }) as unknown as z.ZodObject;

  it.each([
    ['input', { ...good, input: old }, `input: ${advice}`],
    ['output', { ...good, output: old }, `output: ${advice}`],
    ['a field', { ...good, input: z.strictObject({ ticket: old }) }, `input.ticket: ${advice}`],
    ['an element', { ...good, input: z.strictObject({ ids: z.array(old) }) }, `input.ids[]: ${advice}`],
    ['an optional field', { ...good, output: z.object({ ticket: z.optional(old) }) }, `output.ticket: ${advice}`],
  ])('is rejected as %s, with the version to install', (_, definition, problem) => {
    expect(() => defineTool(definition)).toThrow(problem);
  });
});
