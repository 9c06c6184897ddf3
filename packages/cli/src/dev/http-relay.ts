import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Address } from '../serving/address.ts';
import type { Generation } from './generation.ts';
import { lostAnswer } from './rpc.ts';

interface Behind {
  readonly generation: Generation;
  /** Requests that are not answered; streams that wait for changes do not count. */
  open: number;
  retired: boolean;
}

/**
 * Passes HTTP requests on to the versions of a server. New requests go to the newest version; a version ends when it
 * has answered all of its own.
 */
export class HttpRelay {
  readonly #all = new Set<Behind>();
  readonly #server = createServer((request, response) => this.#pass(request, response));
  #current: Behind | undefined;

  /** Starts to listen. Returns the address of the MCP endpoint. */
  async listen({ host, port }: Address): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    const { port: taken } = this.#server.address() as AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${taken}/mcp`;
  }

  use(generation: Generation): Promise<void> {
    const behind: Behind = { generation, open: 0, retired: false };
    this.#all.add(behind);
    void generation.gone.then(() => this.#forget(behind));
    const before = this.#current;
    this.#current = behind;
    if (before) {
      before.retired = true;
      if (before.generation.tools !== generation.tools) before.generation.tell({ kind: 'changed' });
      this.#endIfDone(before);
    }
    return Promise.resolve();
  }

  async end(): Promise<void> {
    this.#server.close();
    await Promise.all([...this.#all].map(({ generation }) => generation.end()));
    this.#server.closeAllConnections();
  }

  killAll(): void {
    for (const { generation } of this.#all) generation.kill();
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const behind = this.#current;
    if (!behind) return unavailable(response);
    const counts = request.method !== 'GET' && request.headers['mcp-method'] !== 'subscriptions/listen';
    if (counts) behind.open += 1;
    response.once('close', () => {
      if (counts) behind.open -= 1;
      this.#endIfDone(behind);
    });
    const { port } = behind.generation;
    // The server checks the name of the host. Only the port is another.
    const host = `${(request.headers.host ?? '').replace(/:\d+$/u, '')}:${port}`;
    const passed = ask({
      host: '127.0.0.1',
      port,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, ...(request.headers.host !== undefined && { host }) },
    });
    passed.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    passed.once('error', () => (response.headersSent ? response.destroy() : unavailable(response)));
    response.once('close', () => passed.destroy());
    request.pipe(passed);
  }

  #forget(behind: Behind): void {
    this.#all.delete(behind);
    if (this.#current === behind) this.#current = undefined;
  }

  #endIfDone(behind: Behind): void {
    if (behind.retired && behind.open === 0) void behind.generation.end();
  }
}

/** Answers while no version runs. The id of the request is not read. */
const unavailable = (response: ServerResponse): void => {
  response.writeHead(503, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...(JSON.parse(lostAnswer(0)) as object), id: null }));
};
