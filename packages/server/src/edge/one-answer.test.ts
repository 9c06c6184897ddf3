import { afterEach, describe, expect, it } from 'vitest';
import { createDesk } from '../testing/desk.ts';
import { openHttp, sessionHeaders } from '../testing/open-http.ts';
import type { HttpAnswer } from '../testing/open-http.ts';
import { initialize, initialized, openStdio, toolCall } from '../testing/open-stdio.ts';
import { createTickets } from '../testing/tickets.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((serving) => serving.close()));
});

const endless = (id: string | number) => toolCall(id, 'scan_tickets', { endless: true });
const cancel = (requestId: unknown) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
const duplicate = {
  error: { code: -32600, data: { code: 'VALIDATION_INVALID_VALUE', details: { param_name: 'id' } } },
};

const lines = (messages: readonly object[]): string =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('');

describe('a duplicate id on stdio', () => {
  const open = async () => {
    const tickets = createTickets();
    const stdio = await openStdio(tickets.server, { limits: { stopMs: 1 } });
    opened.push(stdio);
    return { ...tickets, ...stdio };
  };

  it.each([
    ['a call', toolCall(1, 'find_ticket', { id: 7 })],
    ['a listing', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ['a request for the SDK', { jsonrpc: '2.0', id: 1, method: 'ping' }],
    ['a request that is refused anyway', { jsonrpc: '2.0', id: 1, method: 'nothing' }],
  ])('in %s is refused while a call with it runs', async (_, second) => {
    const { send, received, close, answers } = await open();
    send(endless(1), second);
    expect(await received(1)).toMatchObject([{ id: 1, ...duplicate }]);
    await close();
    expect(answers).toHaveLength(2);
    expect(answers[1]).toMatchObject({ id: 1, result: { structuredContent: { code: 'CALL_CANCELLED' } } });
  });

  it('is refused while the SDK serves a request with it', async () => {
    const { send, received, close, answers } = await open();
    const progressing = toolCall(1, 'scan_tickets', { endless: true }, { progressToken: 1 });
    send(progressing, toolCall(1, 'find_ticket', { id: 7 }));
    await received(2);
    await close();
    const own = answers.filter((answer) => 'id' in answer);
    expect(own).toMatchObject([
      { id: 1, ...duplicate },
      { id: 1, result: { isError: true } },
    ]);
  });

  it('is refused in the chunk of the first request, also if that was answered at once', async () => {
    const { server } = createTickets();
    const { input, received, close } = await openStdio(server);
    input.write(lines([toolCall(0, 'find_ticket', { id: 7 })]));
    await received(1);
    // The pipeline is loaded now, and answers without waiting.
    input.write(lines([toolCall(1, 'find_ticket', { id: 7 }), toolCall(1, 'find_ticket', { id: 7 })]));
    const answers = (await received(3)).slice(1);
    expect(answers).toContainEqual(expect.objectContaining({ id: 1, result: expect.anything() }));
    expect(answers).toContainEqual(expect.objectContaining({ id: 1, error: expect.anything() }));
    await close();
  });

  it('is free again if its request was answered at once and cancelled in the same chunk', async () => {
    const { server } = createTickets();
    const { input, received, close } = await openStdio(server);
    input.write(lines([toolCall(0, 'find_ticket', { id: 7 })]));
    await received(1);
    input.write(lines([toolCall(1, 'find_ticket', { id: 7 }), cancel(1), toolCall(1, 'find_tickt')]));
    const answers = await received(2);
    expect(answers).toMatchObject([{ id: 0 }, { id: 1, result: { isError: true } }]);
    await close();
    expect(answers).toHaveLength(2);
  });

  it('is accepted once the first request is answered or cancelled', async () => {
    const { send, received } = await open();
    send(toolCall(1, 'find_ticket', { id: 7 }));
    await received(1);
    send(endless(1), cancel(1), toolCall(1, 'find_ticket', { id: 8 }));
    expect(await received(2)).toMatchObject([{ id: 1 }, { id: 1, result: { structuredContent: { id: 8 } } }]);
  });

  it('differs from an id of another type', async () => {
    const { send, received, close } = await open();
    send(endless(1), toolCall('1', 'find_ticket', { id: 7 }));
    expect(await received(1)).toMatchObject([{ id: '1', result: { structuredContent: { id: 7 } } }]);
    await close();
  });
});

describe('a duplicate id over HTTP', () => {
  const open = async () => {
    const tickets = createTickets();
    const http = await openHttp(tickets.server, { limits: { stopMs: 1 } });
    opened.push(http);
    const begin = async () => {
      const { headers } = await http.ask({ headers: sessionHeaders, body: initialize() });
      const session = { ...sessionHeaders, 'mcp-session-id': String(headers['mcp-session-id']) };
      await http.ask({ headers: session, body: initialized });
      return {
        ask: (body: unknown): Promise<HttpAnswer> => http.ask({ headers: session, body }),
        /** Sends a call that runs until it is cancelled. Resolves when its stream has begun. */
        scan: async (): Promise<Response> =>
          fetch(http.url, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...(session as Record<string, string>) },
            body: JSON.stringify(endless(1)),
          }),
      };
    };
    return { ...tickets, ...http, begin };
  };
  const find = toolCall(1, 'find_ticket', { id: 7 });

  it('is refused within a session, and the first request keeps its answer', async () => {
    const { begin, close } = await open();
    const { ask, scan } = await begin();
    const first = await scan();
    expect(await ask(find)).toMatchObject({ status: 400, json: { id: 1, ...duplicate } });
    expect(await ask({ ...find, id: 2 })).toMatchObject({ json: { id: 2, result: {} } });
    await close();
    const text = await first.text();
    expect(text.match(/"id":1/gu)).toHaveLength(1);
    expect(text).toContain('CALL_CANCELLED');
  });

  it('is accepted from two sessions, and in requests without a session', async () => {
    const { begin, ask } = await open();
    const [one, other] = [await begin(), await begin()];
    const { body } = await one.scan();
    for (const answer of [await other.ask(find), await ask({ body: find })]) {
      expect(answer.json).toMatchObject({ id: 1, result: { structuredContent: { id: 7 } } });
    }
    await body?.cancel();
  });

  it('is accepted within a session once the first request is cancelled', async () => {
    const { begin } = await open();
    const { ask, scan } = await begin();
    const { body } = await scan();
    await ask(cancel(1));
    expect((await ask(find)).json).toMatchObject({ id: 1, result: { structuredContent: { id: 7 } } });
    await body?.cancel();
  });

  it('stays in flight when its client hangs up, until the call has ended', async () => {
    const { begin } = await open();
    const { ask, scan } = await begin();
    const { body } = await scan();
    await body?.cancel();
    expect(await ask(find)).toMatchObject({ status: 400 });
  });
});

describe('a batch over HTTP', () => {
  const open = async () => {
    const http = await openHttp(createDesk().server);
    opened.push(http);
    return (body: unknown, headers = sessionHeaders) => http.ask({ headers, body });
  };
  const list = (id: unknown, method = 'tools/list') => ({ jsonrpc: '2.0', id, method });
  const answersIn = ({
    text,
  }: HttpAnswer): readonly { id: unknown; error?: { code: number; data: { code: string } } }[] => {
    const lines = text.split('\n').filter((line) => line.startsWith('data: '));
    const parts = lines.length > 0 ? lines.map((line) => line.slice('data: '.length)) : [text];
    return parts.flatMap((part) => JSON.parse(part) as never);
  };

  it('has one answer for each request, duplicates included', async () => {
    const ask = await open();
    const answers = answersIn(await ask([list(1), list(2), list(1), initialized]));
    expect(answers.map(({ id }) => String(id)).toSorted()).toEqual(['1', '1', '2']);
    expect(answers.filter(({ error }) => error)).toMatchObject([{ id: 1, ...duplicate }]);
  });

  it('serves the valid messages and refuses the others', async () => {
    const ask = await open();
    const bad = [
      7,
      [],
      { jsonrpc: '2.0', id: 'v' },
      list('m', 'tools/lst'),
      { ...list('p', 'resources/read'), params: { uri: 7 } },
      { ...initialize(), id: 'h' },
      { ...list('s'), params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } } },
    ];
    const answers = answersIn(await ask([...bad, list('good', 'prompts/list')]));
    const codes = new Map(answers.map(({ id, error }) => [id, error?.data.code]));
    expect(answers).toHaveLength(bad.length + 1);
    expect(Object.fromEntries(codes)).toEqual({
      null: 'VALIDATION_MALFORMED_REQUEST',
      v: 'VALIDATION_MALFORMED_REQUEST',
      m: 'NOT_FOUND_OPERATION',
      p: 'VALIDATION_INVALID_TYPE',
      h: 'VALIDATION_MALFORMED_REQUEST',
      s: 'VALIDATION_MALFORMED_REQUEST',
      good: undefined,
    });
  });

  it('of bad messages alone is answered with their errors', async () => {
    const ask = await open();
    const answer = await ask([list(1, 'nothing'), list(2, 'nothing')]);
    expect(answersIn(answer)).toMatchObject([1, 2].map((id) => ({ id, error: { code: -32601 } })));
  });

  it('of nothing to answer is accepted', async () => {
    const ask = await open();
    expect(await ask([initialized, { jsonrpc: '2.0', method: 'notifications/x', params: [] }])).toMatchObject({
      status: 202,
    });
    expect(await ask([{ jsonrpc: '2.0', method: 'notifications/x', params: [] }])).toMatchObject({
      status: 202,
      text: '',
    });
  });

  it.each([
    ['is empty', [], sessionHeaders, 400],
    ['is too long', Array.from({ length: 101 }, (_, index) => list(index)), sessionHeaders, 400],
    ['names a revision without batches', [list(1)], { ...sessionHeaders, 'mcp-protocol-version': '2026-07-28' }, 400],
    ['does not accept an event stream', [list(1)], { accept: 'application/json' }, 406],
  ])('that %s is refused as a whole', async (_, body, headers, status) => {
    const ask = await open();
    expect(await ask(body, headers)).toMatchObject({
      status,
      json: { id: null, error: { code: -32600, data: { code: 'VALIDATION_MALFORMED_REQUEST' } } },
    });
  });
});
