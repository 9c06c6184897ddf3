import { causeOf, createRegistry, defineCodes, isFailure, succeed } from '@recourse/contract';
import type { Failure, JsonObject, Outcome, Registry } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '../../call/call.ts';
import { sensitive } from '../../fields/field.ts';
import { findFields } from '../../fields/find-fields.ts';
import type { GuardSettings } from '../../guards/guard.ts';
import { argv, code, duration, gitRef, identifier, path, pattern, shellWord, url } from '../../guards/kinds.ts';
import { compose } from '../../pipeline/compose.ts';
import { guard } from './guard.ts';

const fields = z.strictObject({
  file: path({ root: 'here' }).optional(),
  files: z.array(path({ root: 'here' })).optional(),
  either: z.union([gitRef(), z.array(gitRef())]).optional(),
  args: argv({
    allow: ['--verbose', { flag: '--config', value: { kind: 'path', options: { root: 'here' } } }],
  }).optional(),
  word: shellWord().optional(),
  name: identifier({ pattern: '[a-z]+', example: 'main' }).optional(),
  timeout: z
    .union([duration({ max: '1h' }), z.number()])
    .nullable()
    .optional(),
  ref: gitRef().optional(),
  address: url({ hosts: ['example.org'] }).optional(),
  search: pattern().optional(),
  script: code({ language: 'javascript' }).optional(),
  secret: sensitive(shellWord()).optional(),
  secretScript: sensitive(code({ language: 'javascript' })).optional(),
  nested: z.strictObject({ items: z.array(z.strictObject({ 'a/b': gitRef() })) }).optional(),
});

const here: GuardSettings = {
  roots: { here: import.meta.dirname },
  lookup: async () => ['93.184.215.14'],
};

interface Answer {
  readonly outcome: Outcome;
  /** The call as the stage behind has seen it; undefined if nothing behind ran. */
  readonly passedOn?: Call;
}

const callWith = (args: JsonObject, schema: unknown = z.toJSONSchema(fields, { io: 'input' })): Call => {
  const { guards, sensitive } = findFields(schema as JsonObject);
  return {
    tool: 'tool',
    correlation_id: 'call-1',
    arguments: args,
    handles: new Map([['/kept', 'kept']]),
    operation: { guards, sensitive },
    state: { started: false },
  } as unknown as Call;
};

const run = async (call: Call, settings: GuardSettings = here): Promise<Answer> => {
  let passedOn: Call | undefined;
  const last = {
    name: 'run',
    mayFailWith: [],
    run: async (onward: Call) => {
      passedOn = onward;
      return succeed({});
    },
  } as const;
  const outcome = await compose([guard(settings), last])(call);
  return { outcome, ...(passedOn && { passedOn }) };
};

const refusalOf = async (args: JsonObject, settings?: GuardSettings): Promise<Failure> => {
  const { outcome, passedOn } = await run(callWith(args), settings);
  expect(passedOn).toBeUndefined();
  if (!isFailure(outcome)) throw new Error('The call was let through');
  return outcome;
};

describe('guard', () => {
  it.each<[JsonObject, string, JsonObject]>([
    [
      { file: '../x' },
      'VALIDATION_UNSAFE_PATH',
      { param_name: 'file', reason: 'it is outside the root', value: '../x' },
    ],
    [
      { args: ['--exec'] },
      'VALIDATION_UNSAFE_ARGUMENT',
      { param_name: 'args[0]', allowed_values: ['--verbose', '--config'] },
    ],
    [{ word: 'a;b' }, 'VALIDATION_UNSAFE_ARGUMENT', { param_name: 'word', value: 'a;b' }],
    [{ name: 'A' }, 'VALIDATION_PATTERN_MISMATCH', { param_name: 'name', pattern: '[a-z]+', example: 'main' }],
    [{ timeout: '10' }, 'VALIDATION_PATTERN_MISMATCH', { param_name: 'timeout', example: '1m30s' }],
    [{ timeout: '2h' }, 'VALIDATION_UNSAFE_ARGUMENT', { reason: 'it is longer than 1h' }],
    [{ ref: '--output=x' }, 'VALIDATION_UNSAFE_REF', { param_name: 'ref' }],
    [{ address: 'https://evil.org' }, 'VALIDATION_UNSAFE_URL', { allowed_hosts: ['example.org'] }],
    [{ search: '(a)\\1' }, 'VALIDATION_UNSAFE_PATTERN', { param_name: 'search' }],
    [
      { script: 'process.exit()' },
      'VALIDATION_UNSAFE_CODE',
      {
        construct: "the name 'process'",
        code_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      },
    ],
    [{ word: 'a\u202Eb' }, 'VALIDATION_CONTROL_CHARS', { param_name: 'word', offset: 1, code_point: 'U+202E' }],
    [{ script: 'a\0' }, 'VALIDATION_CONTROL_CHARS', { param_name: 'script', offset: 1, code_point: 'U+0000' }],
    [{ files: ['guard.ts', '/etc'] }, 'VALIDATION_UNSAFE_PATH', { param_name: 'files[1]' }],
    [
      { nested: { items: [{ 'a/b': 'main' }, { 'a/b': '-x' }] } },
      'VALIDATION_UNSAFE_REF',
      { param_name: 'nested.items[1].a/b' },
    ],
  ])('refuses %j and runs nothing behind', async (args, expected, details) => {
    expect(await refusalOf(args)).toMatchObject({ code: expected, details, effect: 'none', correlation_id: 'call-1' });
  });

  it('lets a call without guarded values through as it is', async () => {
    const call = callWith({});
    expect((await run(call)).passedOn).toBe(call);
  });

  it('hands on handles by the pointer of their value', async () => {
    const args = {
      file: 'guard.ts',
      files: ['guard.test.ts'],
      args: ['--verbose', '--config=guard.ts'],
      timeout: '90s',
      address: 'https://example.org/x',
      search: 'a+',
      script: '1 + 1',
    };
    const { passedOn } = await run(callWith(args));
    expect([...(passedOn?.handles.keys() ?? [])]).toEqual([
      '/kept',
      '/file',
      '/files/0',
      '/args/1',
      '/timeout',
      '/address',
      '/search',
      '/script',
    ]);
    expect(passedOn?.handles.get('/files/0')).toMatchObject({ relative: 'guard.test.ts' });
    expect(passedOn?.handles.get('/timeout')).toEqual({ text: '90s', milliseconds: 90_000 });
  });

  it('takes one or many where the schema does', async () => {
    expect((await run(callWith({ either: 'main' }))).outcome.ok).toBe(true);
    expect((await run(callWith({ either: ['main', 'v1'] }))).outcome.ok).toBe(true);
    expect(await refusalOf({ either: ['main', '-x'] })).toMatchObject({ details: { param_name: 'either[1]' } });
  });

  it('leaves numbers and null to the schema that allows them', async () => {
    for (const timeout of [30, null]) expect((await run(callWith({ timeout }))).outcome.ok).toBe(true);
  });

  it('refuses an object where a guarded text should be', async () => {
    expect(await refusalOf({ word: { toString: 'x' } })).toMatchObject({ details: { reason: 'it is not a string' } });
    expect(await refusalOf({ word: ['ok', 'a;b'] })).toMatchObject({ details: { param_name: 'word[1]' } });
    expect(await refusalOf({ word: ['ok', 1] })).toMatchObject({ details: { reason: 'it is not a string' } });
  });

  it('says all that is wrong at once', async () => {
    const failure = await refusalOf({ name: 'A', ref: '-x', args: ['--a', '--verbose', '--b'] });
    expect(failure.code).toBe('VALIDATION_UNSAFE_ARGUMENT');
    for (const name of ['args[2]', 'name', 'ref']) expect(failure.message).toContain(`'${name}': `);
    const named = await refusalOf({ name: 'A', ref: '-x' });
    expect(named).toMatchObject({
      code: 'VALIDATION_PATTERN_MISMATCH',
      details: {
        problems: [
          { path: '/name', keyword: 'identifier', value: 'A' },
          { path: '/ref', keyword: 'gitRef', value: '-x' },
        ],
      },
    });
  });

  it('stops counting where a call is wrong all over', async () => {
    const failure = await refusalOf({ files: Array.from({ length: 1000 }, () => '..') });
    expect(failure.message.split("'files[")).toHaveLength(21);
  });

  it('never repeats a sensitive value, nor its hash', async () => {
    for (const args of [
      { secret: 'hunter2;x' },
      { secretScript: 'eval(hunter2)' },
      { word: 'a;b', secret: 'hunter2;x' },
    ]) {
      const text = JSON.stringify(await refusalOf(args));
      expect(text).not.toContain('hunter2');
      expect(text).not.toContain('sha256');
    }
  });

  it('refuses where a guard throws, and keeps the reason for the log', async () => {
    const failure = await refusalOf({ file: 'x' }, { roots: {} });
    expect(failure).toMatchObject({
      code: 'VALIDATION_UNSAFE_PATH',
      details: { reason: 'it could not be checked' },
      cause_class: 'Error',
    });
    expect(causeOf(failure)).toBeInstanceOf(Error);
    const gone = await refusalOf({ file: 'x' }, { roots: { here: '/not/there' } });
    expect(JSON.stringify(gone)).not.toContain('/not/there');
  });

  it('fails the call on an unknown kind', async () => {
    const schema = { properties: { x: { type: 'string', 'x-recourse': { kind: 'regex' } } } };
    const { outcome, passedOn } = await run(callWith({ x: 'a' }, schema));
    expect(outcome).toMatchObject({ code: 'INTERNAL_ERROR', effect: 'none' });
    expect(passedOn).toBeUndefined();
  });

  it('does not look for fields in prototypes', async () => {
    const schema = { properties: { toString: { type: 'string', 'x-recourse': { kind: 'gitRef' } } } };
    expect((await run(callWith({}, schema))).outcome.ok).toBe(true);
  });
});

describe("a server's own refusal", () => {
  const codes = defineCodes(
    {
      BAD_PATH: {
        kind: 'error',
        category: 'validation',
        http: 400,
        retryable: false,
        recovery: 'fix_input',
        since: '0.1.0',
        summary: 'Bad path',
        message: 'Bad path {field}: {rule}',
        hint: 'Use another path.',
        details: () => z.object({ field: z.string(), rule: z.string() }),
      },
    },
    { namespace: 'own' },
  );
  const registry = createRegistry(codes);
  const settings: GuardSettings = {
    ...here,
    refusals: {
      path: ({ rule, param_name }) =>
        rule === 'missing' ? undefined : registry.fail('BAD_PATH', { field: param_name, rule }),
      shellWord: () => {
        throw new Error('A bug of the server');
      },
    },
    refusalCodes: ['BAD_PATH'],
  };

  it('replaces the core code', async () => {
    expect(await refusalOf({ file: '../x' }, settings)).toMatchObject({
      code: 'BAD_PATH',
      namespace: 'own',
      details: { field: 'file', rule: 'outside' },
      correlation_id: 'call-1',
    });
  });

  it('leaves the others to the core, and those where it fails', async () => {
    expect(await refusalOf({ ref: '-x' }, settings)).toMatchObject({ code: 'VALIDATION_UNSAFE_REF' });
    expect(await refusalOf({ word: 'a;b' }, settings)).toMatchObject({ code: 'VALIDATION_UNSAFE_ARGUMENT' });
  });

  it('does not leave the stage with a code that was not named', async () => {
    const { refusalCodes: _, ...unnamed } = settings;
    expect(await refusalOf({ file: '../x' }, unnamed)).toMatchObject({ code: 'INTERNAL_ERROR' });
  });

  it('may belong to one operation, with rules of its own for code', async () => {
    const inspect = (program: { readonly type: string }) =>
      program.type === 'Program' ? { construct: 'a program', keyword: 'all' } : undefined;
    const refusals: GuardSettings['refusals'] = {
      code: ({ rule, more }) => registry.fail('BAD_PATH', { field: String(more?.['keyword']), rule }),
    };
    const call = callWith({ script: '1 + 1' });
    const own = { ...call, operation: { ...call.operation, guarding: { inspect, refusals } } } as unknown as Call;
    const { outcome, passedOn } = await run(own);
    expect(outcome).toMatchObject({ code: 'BAD_PATH', details: { field: 'all', rule: 'construct' }, effect: 'none' });
    expect(passedOn).toBeUndefined();
    const expression = callWith({ script: '{ a: 1, b: 2 }' });
    const allowed = await run({ ...expression, operation: own.operation });
    expect(allowed.outcome.ok).toBe(true);
  });

  it('is among the codes of the stage', () => {
    expect(guard(settings).mayFailWith).toContain('BAD_PATH');
    expect((createRegistry() as Registry).find('VALIDATION_UNSAFE_PATH')?.reserved).not.toBe(true);
  });
});
