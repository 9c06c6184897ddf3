import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoPage } from './demo-page.ts';

/** The server of the task board. */
export interface DemoApp {
  readonly url: string;
  /** Lets the board finish a task and get another one, and resolves when the page shows it. */
  change(): Promise<void>;
  close(): void;
}

/** Serves the task board on a free port of this machine. */
export const startDemoApp = async (): Promise<DemoApp> => {
  let mayChange = (): void => undefined;
  let hasChanged = (): void => undefined;
  const allowed = new Promise<void>((resolve) => (mayChange = resolve));
  const changed = new Promise<void>((resolve) => (hasChanged = resolve));
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/': (response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(demoPage),
    // The page waits for this answer.
    '/next': (response) => void allowed.then(() => response.end()),
    '/done': (response) => {
      hasChanged();
      response.end();
    },
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    change: () => {
      mayChange();
      return changed;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
