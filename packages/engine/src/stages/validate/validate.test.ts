import { isFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exactlyOne, exclusive } from '../../fields/choices.ts';
import { sensitive } from '../../fields/field.ts';
import { createServer } from '../../server/create-server.ts';
import { request } from '../../testing/tickets.ts';
import { defineTool } from '../../tool/define-tool.ts';

const echo = (input: z.ZodObject, more: object = {}) =>
  defineTool({
    name: 'echo',
    description: 'Answers with its arguments.',
    input,
    operation: 'query',
    danger: 'safe',
    errors: [],
    run: ({ arguments: args }) => ({ args }) as never,
    ...more,
  });

const call = async (input: z.ZodObject, args: unknown): Promise<unknown> => {
  const outcome = await createServer({ name: 'echo', tools: [echo(input)] }).call(request('echo', args));
  return outcome.ok ? outcome.value : outcome;
};

const refusal = async (input: z.ZodObject, args: unknown): Promise<Failure> => {
  const outcome = await call(input, args);
  if (!isFailure(outcome)) throw new Error('A failure was expected');
  return outcome;
};

const ticket = z.strictObject({
  id: z.int().min(1),
  state: z.enum(['open', 'closed']).default('open'),
  title: z.string().min(1).max(10).optional(),
  tag: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  labels: z.array(z.string()).max(2).optional(),
  input: z.strictObject({ name: z.string() }).optional(),
});

describe('validate', () => {
  it('fills in defaults', async () => {
    expect(await call(ticket, { id: 1 })).toEqual({ args: { id: 1, state: 'open' } });
  });

  it.each([
    [{}, 'VALIDATION_MISSING_PARAM', { param_name: 'id', operation: 'echo' }],
    [{ id: 1, input: {} }, 'VALIDATION_MISSING_PARAM', { param_name: 'input.name' }],
    [
      { id: '7' },
      'VALIDATION_INVALID_TYPE',
      { param_name: 'id', expected_type: 'integer', actual_type: 'string', value: '7' },
    ],
    [
      { id: 1, labels: [1] },
      'VALIDATION_INVALID_TYPE',
      { param_name: 'labels[0]', expected_type: 'string', actual_type: 'integer' },
    ],
    [
      { id: 1, sate: 'open' },
      'VALIDATION_UNKNOWN_PARAM',
      { unknown_params: ['sate'], valid_params: Object.keys(ticket.shape) },
    ],
    [
      { id: 1, input: { name: 'a', nmae: 1 } },
      'VALIDATION_UNKNOWN_FIELD',
      { unknown_fields: ['nmae'], valid_fields: ['name'] },
    ],
    [
      { id: 1, state: 'opne' },
      'VALIDATION_INVALID_ENUM',
      { param_name: 'state', allowed_values: ['open', 'closed'], value: 'opne' },
    ],
    [{ id: 0 }, 'VALIDATION_OUT_OF_RANGE', { param_name: 'id', minimum: 1, measured: 'value', value: 0 }],
    [
      { id: 1, title: 'x'.repeat(11) },
      'VALIDATION_OUT_OF_RANGE',
      { param_name: 'title', maximum: 10, measured: 'length' },
    ],
    [
      { id: 1, labels: ['a', 'b', 'c'] },
      'VALIDATION_OUT_OF_RANGE',
      { param_name: 'labels', maximum: 2, measured: 'items' },
    ],
    [{ id: 1, tag: 'A' }, 'VALIDATION_PATTERN_MISMATCH', { param_name: 'tag', pattern: '^[a-z]+$' }],
  ])('answers %j with %s', async (args, code, details) => {
    expect(await refusal(ticket, args)).toMatchObject({ code, details });
  });

  it.each([
    [{ id: 0 }, "Keep 'id' at 1 or more."],
    [{ id: 1, title: 'x'.repeat(11) }, "Send 'title' with at most 10 characters."],
    [{ id: 1, title: '' }, "Send 'title' with at least 1 character."],
    [{ id: 1, labels: ['a', 'b', 'c'] }, "Send 'labels' with at most 2 items."],
  ])('advises %j in the unit that was measured: %s', async (args, hint) => {
    expect(await refusal(ticket, args)).toMatchObject({ code: 'VALIDATION_OUT_OF_RANGE', hint });
  });

  it('says all problems at once, under the code of the first kind', async () => {
    const failure = await refusal(ticket, { sate: 'open', state: 'x', title: '' });
    expect(failure.code).toBe('VALIDATION_MISSING_PARAM');
    const problems = failure.details?.['problems'] as { keyword: string; path: string }[];
    expect(problems.map(({ keyword }) => keyword).sort()).toEqual([
      'additionalProperties',
      'enum',
      'minLength',
      'required',
    ]);
  });

  it('names every parameter that is missing: one as MCP-AQL words it, several in one sentence', async () => {
    const repository = z.strictObject({
      owner: z.string(),
      repo: z.string(),
      input: z.strictObject({ title: z.string() }).optional(),
    });
    const one = await refusal(repository, { owner: 'octocat' });
    expect(one.message).toBe("Missing required parameter 'repo'");
    expect(one.details).not.toHaveProperty('missing_params');
    const several = await refusal(repository, { input: {}, ownr: 'octocat' });
    expect(several.message).toBe("Missing required parameters 'owner', 'repo', 'input.title'");
    expect(several.details).toMatchObject({ param_name: 'owner', missing_params: ['owner', 'repo', 'input.title'] });
  });

  it('suggests only what is certain to fit', async () => {
    const suggestion = async (args: unknown) => {
      const problems = (await refusal(ticket, args)).details?.['problems'] as { suggestion?: unknown }[];
      return problems[0]?.suggestion;
    };
    expect(await suggestion({ id: '7' })).toBe(7);
    expect(await suggestion({ id: '7.5' })).toBeUndefined();
    expect(await suggestion({ id: ' 7' })).toBeUndefined();
    expect(await suggestion({ id: 1, state: 'opne' })).toBe('open');
    expect(await suggestion({ id: 1, sate: 'open' })).toBe('state');
    expect(await suggestion({ id: 1, input: '{"name":"a"}' })).toEqual({ name: 'a' });
    expect(await suggestion({ id: 1, colour: 'red' })).toBeUndefined();
  });

  it.each([
    [{ id: 1, state: 'open\u0000' }, 'state', 'U+0000', 4],
    [{ id: 1, tag: 'a\u202Eb' }, 'tag', 'U+202E', 1],
    [{ id: 1, tag: 'a\n' }, 'tag', 'U+000A', 1],
  ])('answers %j with VALIDATION_CONTROL_CHARS, without the value', async (args, param_name, code_point, offset) => {
    const failure = await refusal(ticket, args);
    expect(failure).toMatchObject({
      code: 'VALIDATION_CONTROL_CHARS',
      details: { param_name, code_point, offset, problems: [{ path: `/${param_name}` }] },
    });
    expect(JSON.stringify(failure.details)).not.toContain('"value"');
  });

  it('never repeats a sensitive value', async () => {
    const login = z.strictObject({ user: z.string(), pin: sensitive(z.string().max(4)) });
    const long = await refusal(login, { user: 'ada', pin: 'hunter2' });
    expect(long).toMatchObject({ code: 'VALIDATION_OUT_OF_RANGE', details: { param_name: 'pin', maximum: 4 } });
    const wrongType = await refusal(login, { user: 'ada', pin: 271828 });
    const missing = await refusal(login, { pin: 'hunter2' });
    for (const failure of [long, wrongType, missing]) expect(JSON.stringify(failure)).not.toMatch(/hunter2|271828/);
  });

  it('knows which branch of a union was meant', async () => {
    const union = z.strictObject({
      target: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('branch'), branch: z.string() }),
        z.strictObject({ kind: z.literal('commit'), sha: z.string().length(40) }),
      ]),
    });
    expect(await refusal(union, { target: { kind: 'commit', sha: 'abc' } })).toMatchObject({
      code: 'VALIDATION_OUT_OF_RANGE',
      details: { param_name: 'target.sha', minimum: 40, problems: [{ path: '/target/sha' }] },
    });
  });

  it('says which fields exclude each other', async () => {
    const either = exclusive(z.strictObject({ branch: z.string().optional(), ref: z.string().optional() }), [
      'branch',
      'ref',
    ]);
    expect(await call(either, { ref: 'main' })).toEqual({ args: { ref: 'main' } });
    expect(await refusal(either, { branch: 'main', ref: 'main' })).toMatchObject({
      code: 'VALIDATION_INVALID_VALUE',
      details: { rule: "must NOT have both 'branch' and 'ref'" },
    });
  });

  const target = { ref: z.int().optional(), selector: z.string().optional(), by: z.string().optional() };

  it('names the fields that were given of those that exclude each other', async () => {
    const some = exclusive(z.strictObject(target), ['ref', 'selector', 'by']);
    expect(await call(some, {})).toEqual({ args: {} });
    const { details } = await refusal(some, { selector: 'a', by: 'b' });
    expect(details).toMatchObject({ problems: [{ message: "must NOT have both 'selector' and 'by'" }] });
    expect(details?.['problems']).toHaveLength(1);
  });

  it('requires exactly one field of a choice, and says so in one problem', async () => {
    const one = exactlyOne(z.strictObject(target), ['ref', 'selector', 'by']);
    expect(await call(one, { selector: 'a' })).toEqual({ args: { selector: 'a' } });
    expect(await refusal(one, {})).toMatchObject({
      code: 'VALIDATION_INVALID_VALUE',
      details: { rule: "must have exactly one of 'ref', 'selector' and 'by'" },
    });
    const { details } = await refusal(one, { ref: 1, selector: 'a', by: 'b' });
    expect(details).toMatchObject({ problems: [{ message: "must have only one of 'ref', 'selector' and 'by'" }] });
    expect(details?.['problems']).toHaveLength(1);
  });

  it('reports other problems besides a broken choice', async () => {
    const one = exactlyOne(z.strictObject({ ...target, text: z.string() }), ['ref', 'selector', 'by']);
    const { code, details } = await refusal(one, { ref: 1, selector: 'a' });
    expect(code).toBe('VALIDATION_MISSING_PARAM');
    expect(details?.['problems']).toHaveLength(2);
  });

  it('describes the pattern that a string must not match and its maximum length', async () => {
    const name = z.strictObject({
      name: z
        .string()
        .max(4)
        .meta({ not: { pattern: '^-' } }),
    });
    expect(await refusal(name, { name: '-x' })).toMatchObject({ details: { rule: 'must NOT match pattern "^-"' } });
    expect(await refusal(name, { name: 'abcde' })).toMatchObject({
      details: { problems: [{ message: 'must NOT be longer than 4 characters', keyword: 'maxLength' }] },
    });
  });

  it('caps the list of problems', async () => {
    const args = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`unknown_${index}`, 1]));
    const failure = await refusal(ticket, args);
    expect(failure.details?.['problems']).toHaveLength(20);
  });

  it("leaves the caller's arguments as they were sent", async () => {
    const args = { id: 1 };
    await call(ticket, args);
    expect(args).toEqual({ id: 1 });
  });
});

describe('a schema from elsewhere', () => {
  const foreign = defineTool({
    name: 'echo',
    description: 'Answers with its arguments.',
    input: {
      type: 'object',
      properties: { text: { type: 'string', pattern: '^(a+)+$' } },
      additionalProperties: false,
    },
    operation: 'query',
    danger: 'safe',
    errors: [],
    run: ({ arguments: args }) => ({ args }),
  });

  it('matches its patterns in linear time', async () => {
    const server = createServer({ name: 'echo', tools: [foreign] });
    const hostile = `${'a'.repeat(50_000)}!`;
    expect(await server.call(request('echo', { text: hostile }))).toMatchObject({
      code: 'VALIDATION_PATTERN_MISMATCH',
    });
    expect(await server.call(request('echo', { text: 'aaa' }))).toMatchObject({ ok: true });
  });
});
