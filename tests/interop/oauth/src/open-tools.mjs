import { createServer as createSocket } from 'node:net';
import { createServer, defineTool } from '@recourse/engine';
import { createEventBuffer, createMemorySink } from '@recourse/engine/events';
import { serveHttp } from '@recourse/server';
import { z } from 'zod';

const tool = (name, danger = 'safe') =>
  defineTool({
    name,
    description: `Does ${name}.`,
    input: z.strictObject({}),
    operation: danger === 'safe' ? 'query' : 'command',
    danger,
    errors: [],
    run: ({ principal }) => ({ did: name, for: principal.id }),
  });

/** `clock` sets how far the clock of the server is ahead. A server with two tools that accepts keys and access tokens, on a port that is known before it starts. */
export const openTools = async (oauth, clock = { aheadMs: 0 }) => {
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}`;
  const sink = createMemorySink();
  const events = createEventBuffer(sink);
  const errors = [];
  const server = createServer({
    name: 'desk',
    tools: [tool('look'), tool('write', 'reversible')],
    record: { events },
    now: () => Date.now() + clock.aheadMs,
    identity: {
      identify: ({ key }) => (key === 'rk_good' ? { id: 'keyed', trust: 'validated' } : undefined),
      hasKeys: () => Promise.resolve(true),
    },
  });
  const serving = await serveHttp(server, {
    port,
    oauth: { resource, cooldownMs: 0, ...oauth },
    onError: (error) => errors.push(String(error)),
  });
  const recorded = async () => {
    await events.flush();
    return JSON.stringify([sink.take(), errors]);
  };
  return { ...serving, resource, url: `${resource}/desk/mcp`, recorded };
};

const freePort = () =>
  new Promise((resolve) => {
    const socket = createSocket().listen(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
