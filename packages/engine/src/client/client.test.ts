import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sensitive } from '../fields/field.ts';
import { createServer } from '../server/create-server.ts';
import type { ServerOptions } from '../server/server-options.ts';
import { createMemoryState } from '../stages/admit/memory-admissions.ts';
import { request } from '../testing/tickets.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { ClientPort } from './client-port.ts';
import { elicit, elicitPage } from './elicit.ts';
import { listRoots } from './list-roots.ts';
import { sample } from './sample.ts';

const name = elicit({ message: 'Who are you?', fields: z.strictObject({ name: z.string().min(2) }) });
const greeting = sample({
  messages: [{ role: 'user', content: { type: 'text', text: 'Greet me' } }],
  maxTokens: 50,
});

const answersOf = {
  name: { action: 'accept', content: { name: 'Ada' } },
  greeting: { role: 'assistant', content: { type: 'text', text: 'Hello!' }, model: 'small' },
  roots: { roots: [{ uri: 'file:///work', name: 'work' }] },
};

const portWith = (answers: Readonly<Record<string, unknown>>, more: Partial<ClientPort> = {}): ClientPort => ({
  can: () => true,
  ask: () => Promise.resolve(answers),
  log: () => undefined,
  ...more,
});

const quota = { metric: 'greetings', count: 'attempts', windowMs: 60_000, stop: 1 } as const;

const createGreeter = (options: Partial<ServerOptions> = {}) => {
  const done: string[] = [];
  const greet = defineTool({
    name: 'greet',
    description: 'Greets the user.',
    input: z.strictObject({ pin: sensitive(z.string()).optional() }),
    operation: 'command',
    danger: 'safe',
    errors: [],
    client: ['elicitation', 'sampling', 'roots', 'log'],
    quotas: [quota],
    run: async ({ arguments: { pin = '' }, client }) => {
      client.log('info', { about: 'to ask', pin: `the pin is ${pin}` });
      const given = await client.ask({ name, greeting, roots: listRoots() });
      done.push('greet');
      return given.name.action === 'accept'
        ? { name: given.name.content.name, root: given.roots[0]?.uri, model: given.greeting.model }
        : { refused: given.name.action };
    },
  });
  const plain = defineTool({
    name: 'plain',
    description: 'Wants nothing of the client.',
    input: z.strictObject({}),
    operation: 'query',
    danger: 'safe',
    errors: [],
    run: ({ client }) => ({ client: client === undefined }),
  });
  return { server: createServer({ name: 'greeter', tools: [greet, plain], ...options }), done };
};

describe('a handler that asks its client', () => {
  it('gets answers that fit their questions', async () => {
    const { server } = createGreeter();
    const outcome = await server.call(request('greet', {}, { client: portWith(answersOf) }));
    expect(outcome).toMatchObject({ ok: true, value: { name: 'Ada', root: 'file:///work', model: 'small' } });
  });

  it('learns that the user would not', async () => {
    const client = portWith({ ...answersOf, name: { action: 'decline' } });
    const outcome = await createGreeter().server.call(request('greet', {}, { client }));
    expect(outcome).toMatchObject({ ok: true, value: { refused: 'decline' } });
  });

  it.each([
    ['there is no client', undefined, 'elicitation', 'not_declared'],
    ['the client declares none of it', portWith({}, { can: () => false }), 'elicitation', 'not_declared'],
    [
      'the client declares a part of it',
      portWith(answersOf, { can: ({ kind }) => kind !== 'sampling' }),
      'sampling',
      'not_declared',
    ],
    ['there is no answer', portWith({ ...answersOf, roots: undefined }), 'roots', 'not_answered'],
    [
      'what was filled in does not fit',
      portWith({ ...answersOf, name: { action: 'accept', content: { name: 'A' } } }),
      'elicitation',
      'not_answered',
    ],
    ['an answer is no answer', portWith({ ...answersOf, greeting: { text: 'Hi' } }), 'sampling', 'not_answered'],
    ['a name is inherited', portWith(Object.create(answersOf) as object as never), 'elicitation', 'not_answered'],
  ] as const)('ends as VALIDATION_CLIENT_INPUT when %s', async (_, client, capability, reason) => {
    const { server, done } = createGreeter();
    const outcome = await server.call(request('greet', {}, client ? { client } : {}));
    expect(outcome).toMatchObject({
      code: 'VALIDATION_CLIENT_INPUT',
      details: { operation: 'greet', capability, reason },
      effect: 'none',
      recovery: 'report',
    });
    expect(done).toEqual([]);
  });

  it('may do without an answer', async () => {
    const tool = defineTool({
      name: 'careful',
      description: 'Asks where it can.',
      input: z.strictObject({}),
      operation: 'query',
      danger: 'safe',
      errors: [],
      client: ['elicitation'],
      run: async ({ client }) => ({
        can: client.can(name),
        asked: await client.ask({ name }).then(
          () => true,
          () => false,
        ),
      }),
    });
    const server = createServer({ name: 'careful', tools: [tool] });
    expect(await server.call(request('careful'))).toMatchObject({ value: { can: false, asked: false } });
  });

  it('asks for nothing that its tool does not declare, and for nothing twice', async () => {
    const log = vi.fn<(line: object) => void>();
    const asks = (key: string, ask: 'roots' | 'twice') =>
      defineTool({
        name: key,
        description: 'Asks wrongly.',
        input: z.strictObject({}),
        operation: 'query',
        danger: 'safe',
        errors: [],
        client: ['elicitation'],
        run: async ({ client }) => {
          // @ts-expect-error: only elicitation is declared
          if (ask === 'roots') await client.ask({ roots: listRoots() });
          await client.ask({ name });
          await client.ask({ name });
          return {};
        },
      });
    const server = createServer({
      name: 'wrong',
      tools: [asks('undeclared', 'roots'), asks('twice', 'twice')],
      record: { logger: { log } },
    });
    for (const tool of ['undeclared', 'twice']) {
      expect(await server.call(request(tool, {}, { client: portWith(answersOf) }))).toMatchObject({
        code: 'INTERNAL_ERROR',
      });
    }
    const causes = JSON.stringify(log.mock.calls);
    expect(causes).toContain("does not declare 'roots'");
    expect(causes).toContain("asks two questions named 'name'");
  });

  it('is not timed while it waits, and is cancelled anyway', async () => {
    vi.useFakeTimers();
    const { server } = createGreeter({ timeouts: { defaultMs: 100 } });
    const patient = portWith({}, { ask: () => new Promise((resolve) => setTimeout(() => resolve(answersOf), 10_000)) });
    const slow = server.call(request('greet', {}, { client: patient }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await slow).toMatchObject({ ok: true });
    const controller = new AbortController();
    const stopped = vi.fn<() => void>();
    const endless = portWith(
      {},
      { ask: (_, signal) => new Promise(() => signal.addEventListener('abort', stopped, { once: true })) },
    );
    const call = createGreeter().server.call(request('greet', {}, { client: endless, signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(60_000);
    controller.abort();
    expect(await call).toMatchObject({ code: 'CALL_CANCELLED' });
    expect(stopped).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});

describe('a client that is asked between two calls', () => {
  const open = () => {
    const askLater = vi.fn<NonNullable<ClientPort['askLater']>>();
    return { askLater, port: (answers: object) => portWith(answers as never, { askLater }) };
  };

  it('is asked for what is missing, and told nothing of what is there', async () => {
    const { askLater, port } = open();
    const { server, done } = createGreeter();
    const outcome = await server.call(request('greet', {}, { client: port({ name: answersOf.name }) }));
    expect(outcome).toMatchObject({ code: 'VALIDATION_CLIENT_INPUT', details: { reason: 'asked' }, effect: 'none' });
    const [questions, answered] = askLater.mock.calls[0] ?? [];
    expect(Object.keys(questions ?? {})).toEqual(['greeting', 'roots']);
    expect(answered).toEqual({ name: answersOf.name });
    expect(done).toEqual([]);
  });

  it('makes one call of it: quotas and keys count the one that brings the answers', async () => {
    const { port } = open();
    const { server, done } = createGreeter({ stores: createMemoryState() });
    const meta = { idempotency_key: 'key-1' };
    await server.call(request('greet', {}, { client: port({}), meta }));
    await server.call(request('greet', {}, { client: port({ name: answersOf.name }), meta }));
    expect(await server.call(request('greet', {}, { client: port(answersOf), meta }))).toMatchObject({ ok: true });
    expect(await server.call(request('greet', {}, { client: port(answersOf), meta }))).toMatchObject({ ok: true });
    expect(done).toEqual(['greet']);
    expect(await server.call(request('greet', {}, { client: port(answersOf) }))).toMatchObject({
      code: 'RATE_LIMIT_QUOTA_EXHAUSTED',
    });
  });

  it('ends the call, whatever the handler makes of it', async () => {
    const { port } = open();
    const stubborn = defineTool({
      name: 'stubborn',
      description: 'Does not listen.',
      input: z.strictObject({}),
      operation: 'query',
      danger: 'safe',
      errors: [],
      client: ['elicitation'],
      run: async ({ client }) => client.ask({ name }).catch(() => ({ went: 'on' })),
    });
    const server = createServer({ name: 'stubborn', tools: [stubborn] });
    expect(await server.call(request('stubborn', {}, { client: port({}) }))).toMatchObject({
      details: { reason: 'asked' },
    });
  });
});

it('hides sensitive values from the log of the client', async () => {
  const log = vi.fn<ClientPort['log']>();
  await createGreeter().server.call(request('greet', { pin: '12345678' }, { client: portWith(answersOf, { log }) }));
  expect(log).toHaveBeenCalledOnce();
  expect(JSON.stringify(log.mock.calls)).not.toContain('12345678');
});

it('knows which tools need a line back to the client', async () => {
  const { server } = createGreeter();
  expect(['greet', 'plain', 'recourse_confirm', 'nothing', undefined].map(server.asksClient)).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
  expect([...server.clientUses]).toEqual(['elicitation', 'sampling', 'roots', 'log']);
  expect(await server.call(request('plain'))).toMatchObject({ value: { client: true } });
});

describe('a form', () => {
  it('is what clients can show', () => {
    const { params } = elicit({
      message: 'Order?',
      fields: z.strictObject({ size: z.enum(['S', 'M']), amount: z.int().default(1), gift: z.boolean().optional() }),
    });
    expect(params).toEqual({
      mode: 'form',
      message: 'Order?',
      requestedSchema: {
        type: 'object',
        properties: {
          size: { type: 'string', enum: ['S', 'M'] },
          amount: expect.objectContaining({ type: 'integer', default: 1 }) as unknown,
          gift: { type: 'boolean' },
        },
        required: ['size'],
      },
    });
  });

  it('is refused where they cannot', () => {
    const fields = z.strictObject({ address: z.strictObject({ city: z.string() }) });
    expect(() => elicit({ message: 'Where?', fields })).toThrow("the field 'address'");
  });

  it('may be written in JSON Schema, and is checked against it', () => {
    const { read } = elicit({
      message: 'Which?',
      fields: { type: 'object', properties: { one: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] } } },
    });
    expect(read({ action: 'accept', content: { one: 'a' } })).toEqual({ action: 'accept', content: { one: 'a' } });
    expect(read({ action: 'accept', content: { one: 'b' } })).toBeUndefined();
    expect(read({ action: 'accept' })).toEqual({ action: 'accept', content: {} });
    expect(read({ action: 'shrug' })).toBeUndefined();
  });

  it('may be a page instead', () => {
    const { params, read } = elicitPage({ message: 'Sign in', url: 'https://example.com/in' });
    expect(params).toMatchObject({ mode: 'url', url: 'https://example.com/in' });
    expect(read({ action: 'cancel' })).toEqual({ action: 'cancel' });
  });
});
