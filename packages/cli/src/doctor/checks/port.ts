import { get } from 'node:http';
import { createServer } from 'node:net';
import { isJsonObject } from '@recourse/contract';
import type { Check, Finding } from '../check.ts';

const host = '127.0.0.1';
const mostBytes = 64 * 1024;

export const portCheck: Check = {
  name: 'port',
  run: async ({ port, signal }) => {
    const place = `${host}:${port}`;
    switch (await tryToListen(port)) {
      case 'free':
        return [{ verdict: 'fine', says: `${place} is free` }];
      case 'EADDRINUSE':
        return [await whoIsThere(port, signal)];
      case 'EACCES':
        return [
          {
            verdict: 'advice',
            says: `this user has no permission to listen on ${place}`,
            todo: 'Choose a port above 1023.',
          },
        ];
      default:
        return [{ verdict: 'advice', says: `cannot listen on ${place}`, todo: 'Choose another port.' }];
    }
  },
};

const tryToListen = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve('free')));
  });

/** A Recourse says so itself. */
const whoIsThere = async (port: number, signal: AbortSignal): Promise<Finding> => {
  const place = `${host}:${port}`;
  const [health, index, ready] = await Promise.all(['/healthz', '/', '/readyz'].map((path) => ask(port, path, signal)));
  if (health?.['ok'] !== true || !Array.isArray(index?.['servers']) || index['codes'] !== '/codes') {
    return {
      verdict: 'advice',
      says: `another program is listening on ${place}`,
      todo: 'Choose another port: --http <port>.',
    };
  }
  const names = index['servers'].map((server: unknown) => (isJsonObject(server) ? String(server['name']) : ''));
  const says = `Recourse already listens on ${place} and serves ${names.join(', ')}`;
  return ready?.['ok'] === true
    ? { verdict: 'fine', says }
    : { verdict: 'broken', says: `${says}, but is not ready`, todo: 'Check its output on stderr.' };
};

/** Fetches a path; undefined unless the answer is a small JSON object. */
const ask = (port: number, path: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>> | undefined> =>
  new Promise((resolve) => {
    const request = get({ host, port, path, signal, agent: false, timeout: 2000 }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > mostBytes) response.destroy();
      });
      response.on('close', () => resolve(parsed(text)));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
  });

const parsed = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
