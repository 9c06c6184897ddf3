import { recourse } from '@recourse/contract/dialects/recourse';
import { describe, expect, it, vi } from 'vitest';
import { initialize, initialized, modernMeta, openStdio, toolCall } from '../../testing/open-stdio.ts';
import { createTickets } from '../../testing/tickets.ts';

const errorOf = (message: unknown) => (message as { error: { code: number; data: { code: string } } }).error;

describe('what is malformed on stdio', () => {
  const long = (id: string) =>
    `{"jsonrpc":"2.0","method":"tools/call","params":{"a":"${'x'.repeat(5000)}"},"id":${id}}`;

  it.each<[string, string | Buffer, number, string, unknown]>([
    ['bad JSON', '{"jsonrpc":', -32700, 'VALIDATION_MALFORMED_REQUEST', null],
    ['JSON that is no object', '"hello"', -32600, 'VALIDATION_MALFORMED_REQUEST', null],
    ['an object that is no message', '{"hello":"world"}', -32600, 'VALIDATION_MALFORMED_REQUEST', null],
    ['another version', '{"jsonrpc":"1.0","id":3,"method":"ping"}', -32600, 'VALIDATION_MALFORMED_REQUEST', 3],
    ['no method', '{"jsonrpc":"2.0","id":3}', -32600, 'VALIDATION_MALFORMED_REQUEST', 3],
    ['a method that is no text', '{"jsonrpc":"2.0","id":3,"method":7}', -32600, 'VALIDATION_MALFORMED_REQUEST', 3],
    ['a null id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, 'VALIDATION_MALFORMED_REQUEST', null],
    [
      'a fraction for an id',
      '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
      -32600,
      'VALIDATION_MALFORMED_REQUEST',
      null,
    ],
    [
      'an array of params',
      '{"jsonrpc":"2.0","id":3,"method":"ping","params":[]}',
      -32602,
      'VALIDATION_MALFORMED_REQUEST',
      3,
    ],
    [
      'a _meta that is no object',
      '{"jsonrpc":"2.0","id":3,"method":"ping","params":{"_meta":7}}',
      -32602,
      'VALIDATION_MALFORMED_REQUEST',
      3,
    ],
    [
      'a progress token that is none',
      '{"jsonrpc":"2.0","id":3,"method":"ping","params":{"_meta":{"progressToken":{}}}}',
      -32602,
      'VALIDATION_MALFORMED_REQUEST',
      3,
    ],
    ['an empty batch', '[]', -32600, 'VALIDATION_MALFORMED_REQUEST', null],
    ['a line that is too long', long('"far"'), -32600, 'VALIDATION_PAYLOAD_TOO_LARGE', 'far'],
    ['a long line with a broken id', long('{}'), -32600, 'VALIDATION_PAYLOAD_TOO_LARGE', null],
  ])('%s is answered once, and the next line is served', async (_, line, number, code, id) => {
    const log = vi.fn<(line: object) => void>();
    const { server } = createTickets({ record: { logger: { log } } });
    const { send, received, close } = await openStdio(server, { limits: { messageBytes: 1000 } });
    send(line.toString(), toolCall('next', 'find_ticket', { id: 7 }));
    const answers = await received(2);
    const malformed = answers.find((answer) => 'error' in answer);
    expect(malformed).toMatchObject({ jsonrpc: '2.0', id });
    expect(errorOf(malformed).code).toBe(number);
    expect(errorOf(malformed).data).toMatchObject({ ok: false, code });
    expect(answers).toContainEqual(expect.objectContaining({ id: 'next', result: expect.anything() as unknown }));
    expect(log.mock.calls.map(([entry]) => entry)).toContainEqual(expect.objectContaining({ code }));
    await close();
  });

  it('bytes that are not valid text are answered with the id of their message', async () => {
    const { input, received, close } = await openStdio(createTickets().server);
    input.write(
      Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":9,"method":"p'), Buffer.from([0xff, 0x22, 0x7d, 0x0a])]),
    );
    const [answer] = await received(1);
    expect(answer).toMatchObject({ id: 9, error: { code: -32700, data: { code: 'VALIDATION_INVALID_ENCODING' } } });
    await close();
  });

  it('a batch answers everyone who waits in it', async () => {
    const { send, received, close } = await openStdio(createTickets().server);
    const wrong = { jsonrpc: '2.0', id: 'wrong', method: 'ping', params: [] };
    send([toolCall(1, 'find_ticket', { id: 1 }), { jsonrpc: '2.0', method: 'x' }, toolCall('b', 'find_ticket'), wrong]);
    const [answer] = await received(1);
    expect(answer).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 'b', error: { code: -32600 } },
      { id: 'wrong', error: { code: -32600 } },
    ]);
    await close();
  });

  it.each([
    ['a notification with wrong params', { jsonrpc: '2.0', method: 'notifications/x', params: [] }],
    ['an error without an id', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'what?' } }],
    ['an answer to nothing', { jsonrpc: '2.0', id: 5, result: {} }],
  ])('%s is not answered', async (_, message) => {
    const { send, answers, close } = await openStdio(createTickets().server);
    send(message, toolCall(1, 'find_ticket', { id: 7 }));
    await close();
    expect(answers).toMatchObject([{ id: 1 }]);
  });

  it('unknown members do not keep a request from the SDK', async () => {
    const { send, received, close } = await openStdio(createTickets().server);
    send({ jsonrpc: '2.0', id: 1, method: 'ping', unknown: true });
    expect(await received(1)).toMatchObject([{ id: 1, result: {} }]);
    await close();
  });

  it('empty lines are ignored', async () => {
    const { send, received, close } = await openStdio(createTickets().server);
    send('', '  ', '\r', toolCall(1, 'find_ticket', { id: 7 }));
    expect(await received(1)).toMatchObject([{ id: 1, result: { structuredContent: { id: 7 } } }]);
    await close();
  });

  it('a message may come in any pieces', async () => {
    const { input, received, close } = await openStdio(createTickets().server);
    const bytes = Buffer.from(`${JSON.stringify(toolCall('ü', 'find_ticket', { id: 7 }))}\n`.repeat(2));
    for (const byte of bytes) input.write(Buffer.of(byte));
    expect(await received(2)).toMatchObject([{ id: 'ü' }, { id: 'ü' }]);
    await close();
  });
});

describe('a session on stdio', () => {
  it('is opened and listed without the SDK, as the SDK would have', async () => {
    const { server } = createTickets();
    const { send, received, close } = await openStdio(server);
    send(initialize(), initialized, { jsonrpc: '2.0', id: 'list', method: 'tools/list' });
    const [opened, listed] = await received(2);
    // A second handshake is the SDK's to answer.
    send({ ...initialize(), id: 'again' });
    const [, , again] = await received(3);
    expect(opened).toEqual(Object.assign({}, again, { id: 'hello' }));
    expect(listed).toMatchObject({ id: 'list', result: { tools: expect.arrayContaining([]) as unknown } });
    await close();
  });

  it('that is opened late is answered once', async () => {
    const { send, received, answers, close } = await openStdio(createTickets().server);
    send({ jsonrpc: '2.0', id: 'early', method: 'ping' });
    await received(1);
    send(initialize(), initialized, { jsonrpc: '2.0', id: 'late', method: 'ping' });
    await received(3);
    await close();
    expect(answers).toMatchObject([{ id: 'early' }, { id: 'hello' }, { id: 'late' }]);
  });

  it.each([
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
  ])('that wishes for %s gets %s', async (wished, given) => {
    const { send, received, close } = await openStdio(createTickets().server);
    const message = initialize();
    send({ ...message, params: { ...message.params, protocolVersion: wished } });
    expect(await received(1)).toMatchObject([{ result: { protocolVersion: given } }]);
    await close();
  });

  it('asks its client before a dangerous call, although the SDK was not loaded yet', async () => {
    const { server, done } = createTickets();
    const { send, received, close } = await openStdio(server);
    send(initialize({ elicitation: { form: {} } }), initialized, toolCall(1, 'close_ticket', { id: 7 }));
    const question = (await received(2))[1] as { id: number; method: string };
    expect(question.method).toBe('elicitation/create');
    send({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: { confirm: true } } });
    expect((await received(3))[2]).toMatchObject({ id: 1, result: { structuredContent: { closed: true } } });
    expect(done).toEqual(['close 7']);
    await close();
  });

  it('stops a call that is cancelled, and does not answer it', async () => {
    const { server, done } = createTickets();
    const { send, answers, received, close } = await openStdio(server);
    send(initialize(), toolCall(1, 'scan_tickets', { endless: true }));
    await received(1);
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await vi.waitFor(() => expect(done).toEqual(['scan stopped']));
    send(toolCall(2, 'find_ticket', { id: 7 }));
    await received(2);
    await close();
    expect(answers.map((answer) => 'id' in answer && answer.id)).toEqual(['hello', 2]);
  });
});

describe('a request that stands alone on stdio', () => {
  it('is answered with its result type and the name of the server', async () => {
    const { send, received, close } = await openStdio(createTickets().server);
    send(toolCall(1, 'find_ticket', { id: 7 }, modernMeta()));
    expect(await received(1)).toMatchObject([
      {
        result: {
          resultType: 'complete',
          structuredContent: { id: 7 },
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'tickets', version: '1.2.3' } },
        },
      },
    ]);
    await close();
  });

  it('ends as a question where its client can show one', async () => {
    const { send, received, close } = await openStdio(createTickets().server);
    send(toolCall(1, 'close_ticket', { id: 7 }, modernMeta({ elicitation: { form: {} } })));
    expect(await received(1)).toMatchObject([{ result: { resultType: 'input_required' } }]);
    await close();
  });
});

describe('the end of a line', () => {
  it('lets calls finish before it closes', async () => {
    const { server, done } = createTickets();
    const { send, input, answers, closed } = await openStdio(server);
    send(toolCall(1, 'note_ticket', { id: 7, text: 'last words' }));
    input.end();
    await closed;
    expect(answers).toMatchObject([{ id: 1, result: { structuredContent: { notes: 1 } } }]);
    expect(done).toEqual(['note 7 last words']);
  });

  it('answers what does not finish in time', async () => {
    const { send, input, answers, closed } = await openStdio(createTickets().server, { limits: { stopMs: 1 } });
    send(toolCall(1, 'scan_tickets', { endless: true }));
    input.end();
    await closed;
    expect(answers).toMatchObject([{ id: 1, result: { structuredContent: { code: 'CALL_CANCELLED' } } }]);
  });

  it('refuses more calls at once than it may run', async () => {
    const { send, received, close } = await openStdio(createTickets().server, { limits: { calls: 1, stopMs: 1 } });
    send(toolCall(1, 'scan_tickets', { endless: true }), toolCall(2, 'find_ticket', { id: 7 }));
    expect(await received(1)).toMatchObject([
      { id: 2, result: { structuredContent: { code: 'RATE_LIMIT_CONCURRENCY', retryable: true } } },
    ]);
    await close();
  });
});

it('answers even if the dialect of the server breaks', async () => {
  const onError = vi.fn<(error: Error) => void>();
  const breaks = (): never => {
    throw new Error('password is hunter2');
  };
  const { server } = createTickets({ dialect: { ...recourse, body: breaks, render: breaks } });
  const { send, received, close } = await openStdio(server, { onError });
  send(toolCall(1, 'find_ticket', { id: 7 }), toolCall(2, 'find_ticket', { id: 7 }));
  const answers = await received(2);
  expect(answers).toMatchObject(
    [1, 2].map((id) => ({ id, error: { code: -32603, data: { code: 'INTERNAL_ERROR' } } })),
  );
  expect(JSON.stringify(answers)).not.toContain('hunter2');
  expect(onError).toHaveBeenCalledTimes(2);
  await close();
});

it('tells the operator, and not the client, why a resource cannot be read', async () => {
  const onError = vi.fn<(error: Error) => void>();
  const cause = new Error('password is hunter2');
  const { server } = createTickets({
    resources: [{ uri: 'tickets://rules', name: 'rules', read: () => Promise.reject(cause) }],
  });
  const { send, received, close } = await openStdio(server, { onError });
  send(initialize(), { jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: 'tickets://rules' } });
  expect(JSON.stringify(await received(2))).not.toContain('hunter2');
  expect(onError.mock.calls[0]?.[0].cause).toBe(cause);
  await close();
});
