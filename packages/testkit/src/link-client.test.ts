import { createServer, defineTool } from '@recourse/engine';
import { serveHttp } from '@recourse/server';
import { expect, it } from 'vitest';
import { dialClient } from './dial-client.ts';
import { expectFailure } from './expect-failure.ts';
import { linkClient } from './link-client.ts';

const input = { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false } as const;
const echo = defineTool({
  name: 'echo',
  description: 'Says it again.',
  input,
  operation: 'command',
  danger: 'reversible',
  errors: [],
  run: ({ arguments: { text = null }, idempotency_key = null, progress }) => {
    progress({ progress: 1 });
    return { text, idempotency_key };
  },
});

it.each(['session', '2026-07-28'] as const)('links the official client (%s)', async (protocol) => {
  const { client, callTool, close } = await linkClient(createServer({ name: 'echo', tools: [echo] }), { protocol });
  expect(client.getNegotiatedProtocolVersion()).toBe(protocol === 'session' ? '2025-11-25' : protocol);
  expect((await callTool('echo')).structuredContent).toMatchObject({ text: null });
  const seen: unknown[] = [];
  const options = { idempotencyKey: 'key-1', onProgress: (progress: unknown) => seen.push(progress) };
  expect((await callTool('echo', { text: 'hi' }, options)).structuredContent).toMatchObject({
    text: 'hi',
    idempotency_key: 'key-1',
  });
  expect(seen).toEqual([{ progress: 1 }]);
  expectFailure(await callTool('echo', { test: 'hi' })).toBe('VALIDATION_UNKNOWN_PARAM');
  await close();
  await expect(callTool('echo')).rejects.toThrow();
});

it('dials a server over HTTP', async () => {
  const serving = await serveHttp(createServer({ name: 'echo', tools: [echo] }), { port: 0 });
  const { callTool, close } = await dialClient(serving.url, { headers: { 'accept-language': 'es' } });
  expect((await callTool('echo', { text: 'hi' })).structuredContent).toMatchObject({ text: 'hi' });
  expectFailure(await callTool('echo', { test: 'hi' })).toMatch({
    message: expect.stringMatching(/desconocido/u) as string,
  });
  await close();
  await serving.close();
});
