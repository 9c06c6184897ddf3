import type { ProtocolError } from '@modelcontextprotocol/server';
import { createMemoryTokens } from '@recourse/engine/memory';
import { expectFailure, linkClient } from '@recourse/testkit';
import type { LinkOptions } from '@recourse/testkit';
import { describe, expect, it, vi } from 'vitest';
import { serveHttp } from '../../door/serve-http.ts';
import { createDesk } from '../../testing/desk.ts';
import { modernMeta } from '../../testing/open-stdio.ts';

type Elicit = NonNullable<LinkOptions['elicit']>;

const fill: Elicit = ({ message }) => ({
  action: 'accept',
  content: message.includes('color') ? { color: 'red' } : message.includes('Who') ? { name: 'Ada' } : { confirm: true },
});
const sample: NonNullable<LinkOptions['sample']> = () => ({
  role: 'assistant',
  content: { type: 'text', text: 'Hello!' },
  model: 'small',
});
const roots = [{ uri: 'file:///work' }];

describe.each(['session', '2026-07-28'] as const)('a handler that asks its client (%s)', (protocol) => {
  const open = async (options: LinkOptions = {}) => {
    const desk = createDesk();
    return { ...desk, ...(await linkClient(desk.server, { protocol, ...options })) };
  };

  it('gets everything that it asks for at once', async () => {
    const elicit = vi.fn<Elicit>(fill);
    const { callTool, close } = await open({ elicit, sample, roots });
    expect((await callTool('ask_all')).structuredContent).toMatchObject({
      name: { action: 'accept', content: { name: 'Ada' } },
      model: 'small',
      roots: ['file:///work'],
    });
    expect(elicit).toHaveBeenCalledOnce();
    await close();
  });

  it('asks one thing after the other, and each only once', async () => {
    const elicit = vi.fn<Elicit>(fill);
    const { callTool, close } = await open({ elicit });
    expect((await callTool('ask_twice')).structuredContent).toMatchObject({
      name: { content: { name: 'Ada' } },
      color: { content: { color: 'red' } },
    });
    expect(elicit.mock.calls.map(([{ message }]) => message)).toEqual(['Who are you?', 'Which color?']);
    await close();
  });

  it('learns what the user would not say', async () => {
    const { callTool, close } = await open({ elicit: () => ({ action: 'decline' }), sample, roots });
    expect((await callTool('ask_all')).structuredContent).toMatchObject({ name: { action: 'decline' } });
    await close();
  });

  it('is asked for a confirmation besides, and needs one yes', async () => {
    const elicit = vi.fn<Elicit>(fill);
    const { callTool, done, close } = await open({ elicit });
    expect((await callTool('paint')).structuredContent).toMatchObject({ color: { content: { color: 'red' } } });
    expect(elicit.mock.calls.map(([{ message }]) => message)).toEqual([
      "Allow 'paint'?\nThe operation is destructive",
      'Which color?',
    ]);
    expect(done).toEqual(['painted']);
    await close();
  });

  it.each([
    ['repeated', 'paint'],
    ['confirmed', 'recourse_confirm'],
  ])('is %s once a person has approved it elsewhere, and asks then', async (_, tool) => {
    const tokens = createMemoryTokens();
    const { server, done } = createDesk({ policy: { consent: 'person' }, stores: { tokens } });
    const elicit = vi.fn<Elicit>(fill);
    const { callTool, close } = await linkClient(server, { protocol, elicit });
    // No dialogue of the client is good enough here.
    expectFailure(await callTool('paint'))
      .toBe('CONFIRMATION_REQUIRED')
      .toMatch({ recovery: 'wait' });
    expect(elicit).not.toHaveBeenCalled();
    const token = tokens.entries()[0]?.token ?? '';
    tokens.approve(token);
    const args = tool === 'paint' ? {} : { confirmation_token: token };
    expect((await callTool(tool, args)).structuredContent).toMatchObject({ color: { content: { color: 'red' } } });
    expect(done).toEqual(['painted']);
    await close();
  });

  it('fills in a prompt', async () => {
    const { client, close } = await open({ elicit: fill });
    const { messages } = await client.getPrompt({ name: 'greet' });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Greet Ada.' } }]);
    await close();
  });
});

describe('a client that has not declared what it is asked', () => {
  it('gets the failure as a result in a session, and in the error where it wanted a prompt', async () => {
    const { callTool, client, close } = await linkClient(createDesk().server, { roots });
    expectFailure(await callTool('ask_all'))
      .toBe('VALIDATION_CLIENT_INPUT')
      .toHaveDetails({ capability: 'elicitation', reason: 'not_declared' });
    await expect(client.getPrompt({ name: 'greet' })).rejects.toMatchObject({
      code: -32602,
      data: { code: 'VALIDATION_CLIENT_INPUT' },
    });
    await close();
  });

  it.each([
    ['tools/call', 'ask_all', { sampling: {} }],
    ['prompts/get', 'greet', { elicitation: { form: {} } }],
  ])('gets what 2026-07-28 demands of %s, with the failure in it', async (method, name, requiredCapabilities) => {
    const serving = await serveHttp(createDesk().server, { port: 0 });
    const declared = method === 'tools/call' ? { elicitation: {}, roots: {} } : {};
    const response = await fetch(serving.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': name,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { name, _meta: modernMeta(declared) } }),
    });
    expect(response.status).toBe(400);
    const failure = { code: 'VALIDATION_CLIENT_INPUT', details: { reason: 'not_declared' } };
    expect(await response.json()).toMatchObject({
      id: 1,
      error: { code: -32021, data: { requiredCapabilities, ...failure } },
    });
    await serving.close();
  });
});

describe('the state of a question on 2026-07-28', () => {
  const ask = async (name = 'ask_twice') => {
    const linked = await linkClient(createDesk().server, { protocol: '2026-07-28', elicit: fill });
    const call = async (params: object): Promise<{ readonly requestState: string }> => {
      const answer: unknown = await linked.client.callTool(
        { name, arguments: {}, ...params },
        { allowInputRequired: true },
      );
      return answer as { readonly requestState: string };
    };
    return { ...linked, call };
  };
  const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } } };

  it('is not taken when it was changed, or for another call', async () => {
    const { call, client, close } = await ask();
    const { requestState } = await call({});
    const other = client.callTool({ name: 'paint', arguments: {}, requestState, inputResponses } as never);
    await expect(other).rejects.toMatchObject({ code: -32602 });
    const changed = call({ requestState: `${requestState}x`, inputResponses });
    await expect(changed).rejects.toMatchObject({ code: -32602 } satisfies Partial<ProtocolError>);
    await close();
  });

  it('has the answers of earlier rounds, so that they need not come again', async () => {
    const { call, close } = await ask();
    const first = await call({});
    const second = await call({ requestState: first.requestState, inputResponses });
    expect(second).toMatchObject({ inputRequests: { color: { method: 'elicitation/create' } } });
    const color = { color: { action: 'accept', content: { color: 'red' } } };
    expect(await call({ requestState: second.requestState, inputResponses: color })).toMatchObject({
      structuredContent: { name: { content: { name: 'Ada' } }, color: { content: { color: 'red' } } },
    });
    await close();
  });

  it('is asked again where an answer does not fit', async () => {
    const { call, close } = await ask();
    const short = { name: { action: 'accept', content: { name: 'A' } } };
    expect(await call({ inputResponses: short })).toMatchObject({
      inputRequests: { name: expect.anything() as unknown },
    });
    await close();
  });
});
