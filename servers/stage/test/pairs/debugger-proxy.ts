import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

/**
 * How the debugger behind the proxy answers: as it does; with errors; not at all; not when the browser itself is asked;
 * or with a lost connection whenever a tool asks something.
 */
type ProxyMode = 'pass' | 'refuse' | 'stall' | 'stall browser' | 'cut';

/** A proxy in front of a real debugger, which can be made to misbehave. */
export interface DebuggerProxy {
  readonly port: number;
  readonly set: (mode: ProxyMode) => void;
  readonly close: () => Promise<void>;
}

interface Message {
  readonly id: number;
  readonly method: string;
  readonly sessionId?: string;
}

/** Opens a proxy in front of the debugger on this port. */
export const openDebuggerProxy = async (target: number): Promise<DebuggerProxy> => {
  let mode: ProxyMode = 'pass';
  const http = createServer((request, response) => {
    get({ host: '127.0.0.1', port: target, path: request.url }, (answer) => answer.pipe(response));
  });
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (client, request) => {
    const app = new WebSocket(`ws://127.0.0.1:${target}${request.url ?? ''}`);
    const waiting: string[] = [];
    const isQuestion = createQuestionTest();
    client.on('message', (data) => {
      const text = String(data);
      const { id, method, sessionId } = JSON.parse(text) as Message;
      const asks = isQuestion(method);
      if (mode === 'stall' || (mode === 'stall browser' && method.startsWith('Browser.'))) return;
      if (mode === 'cut' && asks) client.terminate();
      else if (mode === 'refuse') {
        const error = { code: -32_000, message: 'Refused' };
        client.send(JSON.stringify({ id, error, ...(sessionId !== undefined && { sessionId }) }));
      } else if (app.readyState === WebSocket.OPEN) app.send(text);
      else waiting.push(text);
    });
    app.on('open', () => waiting.splice(0).forEach((text) => app.send(text)));
    app.on('message', (data) => {
      if (mode !== 'stall') client.send(String(data));
    });
    app.on('close', () => client.terminate());
    client.on('close', () => app.terminate());
    for (const socket of [app, client]) socket.on('error', () => undefined);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    port: (http.address() as AddressInfo).port,
    set: (next) => {
      mode = next;
    },
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
};

/** Tells what tools ask from what a connection needs: a new one reads the targets once before any tool uses it. */
const createQuestionTest = (): ((method: string) => boolean) => {
  let hasRead = false;
  return (method) => {
    if (method !== 'Target.getTargets') return method === 'Runtime.evaluate' || method === 'Browser.getVersion';
    const asks = hasRead;
    hasRead = true;
    return asks;
  };
};
