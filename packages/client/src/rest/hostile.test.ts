import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startDoor } from '../testing/start-door.ts';
import { mostBytes } from './exchange.ts';
import { recoveringRest } from './recovering-rest.ts';
import type { RecoveringRestOptions } from './recovering-rest.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const json = { 'content-type': 'application/json' };
const tools = [
  { name: 'look', annotations: { readOnlyHint: true } },
  { name: 'pay', annotations: { readOnlyHint: false } },
];
const contract = { 'dev.recourse/contract': { version: 1, dialect: 'recourse' } };

/** A door that lists its tools, announces the contract or does not, and answers calls as it is told. */
const open = async (
  answer: (response: ServerResponse, call: number) => void,
  { announced = true, ...options }: RecoveringRestOptions & { readonly announced?: boolean } = {},
) => {
  let calls = 0;
  const door = await startDoor((request, response) => {
    if (request.method === 'GET')
      return void response.writeHead(200, json).end(JSON.stringify({ tools, ...(announced && { _meta: contract }) }));
    request.resume();
    request.on('end', () => answer(response, (calls += 1)));
  });
  closing.push(() => door.close());
  let time = 0;
  const slept: number[] = [];
  const client = recoveringRest(`${door.url}/x`, {
    now: () => time,
    random: () => 0.5,
    sleep: (ms) => {
      slept.push(ms);
      time += ms;
      return Promise.resolve();
    },
    ...options,
  });
  closing.push(() => client.close());
  return { client, slept, sent: () => door.seen.filter(({ method }) => method === 'POST') };
};

const say =
  (status: number, body: string, headers: Readonly<Record<string, string>> = json) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

describe('a body that is not an answer', () => {
  it.each([
    ['no JSON', say(200, '<html>log in</html>')],
    ['JSON that says that it is a page', say(200, '{"ok":true}', { 'content-type': 'text/html' })],
    ['a list', say(200, '[]')],
    ['nothing', say(200, '')],
    ['packed', say(200, '{"ok":true}', { ...json, 'content-encoding': 'gzip' })],
    ['no UTF-8', (response: ServerResponse) => void response.writeHead(200, json).end(Buffer.from([0x7b, 0xff, 0x7d]))],
  ])('because it is %s is not a success, and the call is not made again', async (_, answer) => {
    const { client, sent } = await open(answer);
    const { end, failure } = await client.recover({ name: 'pay' });
    expect(failure).toMatchObject({ code: 'ANSWER_UNREADABLE', effect: 'unknown' });
    expect(end).toBe('in_doubt');
    expect(sent()).toHaveLength(1);
    expect((await client.recover({ name: 'look' })).end).toBe('needs_person');
  });

  it('because it never ends is given up when it is too large', async () => {
    let written = 0;
    const { client, sent } = await open((response) => {
      response.writeHead(200, json);
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      const write = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
        written += chunk.length;
      };
      response.on('drain', write);
      write();
    });
    expect((await client.recover({ name: 'look' })).failure).toMatchObject({
      message: `The answer is larger than ${mostBytes} bytes`,
    });
    expect(sent()).toHaveLength(1);
    expect(written).toBeLessThan(mostBytes * 4);
  });

  it('because its end does not come is waited for no longer than the caller says', async () => {
    const { client, sent } = await open((response) => void response.writeHead(200, json).write('{"ok":'), {
      budget: { attempts: 1, seconds: 0.6 },
    });
    const { end, steps } = await client.recover({ name: 'pay' }, { timeout: 500 });
    expect(end).toBe('in_doubt');
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'failure', code: 'ANSWER_LOST' }));
    const keys = sent().map(({ headers }) => (headers as Record<string, string>)['idempotency-key']);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('because it is cut off is had again by the key, and by nothing else', async () => {
    const cut = (response: ServerResponse, call: number): void => {
      if (call > 1) return say(200, '{"ok":true}')(response);
      response.writeHead(200, { ...json, 'content-length': '999' });
      response.write('{"ok":', () => response.destroy());
    };
    const { client, sent } = await open(cut);
    expect((await client.recover({ name: 'pay' })).end).toBe('succeeded');
    const keys = sent().map(({ headers }) => (headers as Record<string, string>)['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const plain = await open(cut, { announced: false });
    expect((await plain.client.recover({ name: 'pay' })).end).toBe('in_doubt');
    expect(plain.sent()).toHaveLength(1);
  });

  it('because it is too deeply nested is not a failure to act on', async () => {
    const deep = `{"ok":false,"code":"X","details":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_001)}`;
    const { client, sent } = await open(say(409, deep));
    expect((await client.recover({ name: 'pay' })).failure).toMatchObject({ code: 'ANSWER_UNREADABLE' });
    expect(sent()).toHaveLength(1);
  });
});

describe('a status without a failure of the contract', () => {
  it('429 is waited for as long as Retry-After says', async () => {
    const { client, slept } = await open((response, call) =>
      call === 1 ? say(429, 'slow down', { 'retry-after': '7' })(response) : say(200, '{"ok":true}')(response),
    );
    expect((await client.recover({ name: 'pay' })).end).toBe('succeeded');
    expect(slept).toEqual([expect.closeTo(7_350, 0)]);
  });

  it('503 is retried with the key, not before Retry-After, which may be a date', async () => {
    const date = new Date(9_000).toUTCString();
    const { client, slept } = await open((response, call) =>
      call === 1 ? say(503, '', { 'retry-after': date })(response) : say(200, '{"ok":true}')(response),
    );
    expect((await client.recover({ name: 'pay' })).end).toBe('succeeded');
    expect(slept).toEqual([9_450]);
  });

  it('503 of a door that announces nothing leaves a payment in doubt', async () => {
    const { client, sent } = await open(say(503, ''), { announced: false });
    expect((await client.recover({ name: 'pay' })).end).toBe('in_doubt');
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it.each(['9'.repeat(300), '-5', 'soon'])('Retry-After %j is not there', async (after) => {
    const { client, slept } = await open(say(503, '', { 'retry-after': after }), { budget: { attempts: 2 } });
    await client.recover({ name: 'look' });
    expect(slept).toEqual([100]);
  });

  it.each([301, 307, 308])('%i is not followed', async (status) => {
    const { client, sent } = await open(say(status, '', { location: 'http://127.0.0.1:1/elsewhere' }));
    const { failure } = await client.recover({ name: 'pay' });
    expect(failure).toMatchObject({
      code: 'PROTOCOL_REFUSED',
      message: expect.stringContaining('not followed') as string,
    });
    expect(sent()).toHaveLength(1);
  });

  it('404 of another server is told as it is', async () => {
    const { client } = await open(say(404, '{"message":"No such page\\u001b[2J"}'));
    expect(await client.recover({ name: 'pay' })).toMatchObject({
      end: 'handed_over',
      failure: { message: 'HTTP 404 Not Found: No such page [2J' },
    });
  });

  it('of foreign problem details contains their detail', async () => {
    const problem = { type: 'about:blank', title: 'Nope', status: 422, detail: 'The amount is odd' };
    const { client } = await open(say(422, JSON.stringify(problem), { 'content-type': 'application/problem+json' }));
    expect((await client.recover({ name: 'pay' })).failure).toMatchObject({
      message: 'HTTP 422 Unprocessable Entity: The amount is odd',
    });
  });
});

describe('a door that lies', () => {
  it('does not get a call made again by a success that reads like a failure', async () => {
    const failure = {
      ok: false,
      code: 'UPSTREAM_UNAVAILABLE',
      error: 'x',
      retryable: true,
      recovery: 'retry',
      effect: 'none',
    };
    const { client, sent } = await open(say(200, JSON.stringify(failure)), { announced: false });
    expect((await client.recover({ name: 'pay' })).end).toBe('succeeded');
    expect(sent()).toHaveLength(1);
  });

  it('cannot put a header into the next request by its token', async () => {
    const failure = {
      ok: false,
      code: 'CONFIRMATION_REQUIRED',
      error: 'Sure?',
      retryable: false,
      recovery: 'confirm',
      effect: 'none',
      details: { confirmation_token: 'x\r\nauthorization: Bearer y', operation: 'pay' },
    };
    const { client, sent } = await open(say(403, JSON.stringify(failure)), { confirm: () => true });
    expect((await client.recover({ name: 'pay' })).failure).toMatchObject({ code: 'PROTOCOL_REFUSED', effect: 'none' });
    expect(sent()).toHaveLength(1);
  });

  it('is listed again after a list that could not be had', async () => {
    let lists = 0;
    const door = await startDoor((request, response) => {
      if (request.method === 'POST') return say(200, '{"ok":true}')(response);
      lists += 1;
      return lists === 1 ? say(500, '')(response) : say(200, JSON.stringify({ tools, _meta: contract }))(response);
    });
    closing.push(() => door.close());
    const client = recoveringRest(`${door.url}/x`);
    closing.push(() => client.close());
    for (const _ of [1, 2, 3]) await client.callTool({ name: 'pay' });
    expect(lists).toBe(2);
    expect(door.seen.map(({ headers }) => 'idempotency-key' in headers)).toEqual([false, false, false, true, true]);
  });
});
