import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { serveStdio } from './serve-stdio.ts';
import { createTickets } from './testing/tickets.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

it('serves over any two streams, and says what is no message', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const onError = vi.fn<(error: Error) => void>();
  const serving = await serveStdio(createTickets().server, { input, output, onError });
  input.write('{"hello": "world"}\n');
  input.write(`${JSON.stringify(initialize)}\n`);
  const [chunk] = await once(output, 'data');
  expect(JSON.parse(String(chunk))).toMatchObject({ id: 1, result: { serverInfo: { name: 'tickets' } } });
  await vi.waitFor(() => expect(onError).toHaveBeenCalled());
  await serving.close();
});

it('tells the operator, and not the client, why a resource cannot be read', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const onError = vi.fn<(error: Error) => void>();
  const cause = new Error('password is hunter2');
  const { server } = createTickets({
    resources: [{ uri: 'tickets://rules', name: 'rules', read: () => Promise.reject(cause) }],
  });
  const serving = await serveStdio(server, { input, output, onError });
  input.write(`${JSON.stringify(initialize)}\n`);
  await once(output, 'data');
  const read = { jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: 'tickets://rules' } };
  input.write(`${JSON.stringify(read)}\n`);
  const [chunk] = await once(output, 'data');
  expect(String(chunk)).not.toContain('hunter2');
  expect(onError.mock.calls[0]?.[0].cause).toBe(cause);
  await serving.close();
});
