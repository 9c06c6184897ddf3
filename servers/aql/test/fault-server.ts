import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from './fault.ts';
import type { Answer, ArrivedRequest, Fault } from './fault.ts';

/** A real HTTP server on loopback that answers with whatever it is told, and keeps what reached it. */
export interface FaultServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Every request that arrived as a whole, in order. */
  readonly requests: readonly ArrivedRequest[];
  /** Input that was not valid HTTP, as it arrived. */
  readonly unreadable: readonly string[];
  /** How many connections were ever made. */
  readonly connections: number;
  /** The next requests get these, each once and in this order, whatever they ask for. */
  answer(...answers: readonly Answer[]): void;
  /** Every request with this method and path gets this, whatever its query, when nothing is queued. */
  route(method: string, path: string, answer: Answer): void;
  /** Every other request gets this. */
  otherwise(answer: Answer): void;
  /** Forgets answers, routes and requests. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts it. The caller must close it. */
export const startFaultServer = async (): Promise<FaultServer> => {
  const queue: Answer[] = [];
  const routes = new Map<string, Answer>();
  const requests: ArrivedRequest[] = [];
  const unreadable: string[] = [];
  let connections = 0;
  let other: Answer | undefined;

  const answerFor = (request: ArrivedRequest): Fault => {
    const [path = ''] = request.target.split('?', 1);
    const answer = queue.shift() ?? routes.get(`${request.method} ${path}`) ?? other;
    if (!answer) return json(501, { message: `Nobody said what ${request.method} ${path} is answered with` });
    return typeof answer === 'function' ? answer(request) : answer;
  };

  const server = createServer((incoming, response) => {
    // A caller that goes away in the middle is what some tests are about.
    response.on('error', () => undefined);
    arrive(incoming)
      .then((request) => {
        requests.push(request);
        return send(answerFor(request), response);
      })
      .catch(() => response.destroy());
  });
  server.on('connection', () => (connections += 1));
  server.on('clientError', (error: Error & { rawPacket?: Buffer }, socket) => {
    if (error.rawPacket) unreadable.push(error.rawPacket.toString('latin1'));
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    unreadable,
    get connections() {
      return connections;
    },
    answer: (...answers) => void queue.push(...answers),
    route: (method, path, answer) => void routes.set(`${method} ${path}`, answer),
    otherwise: (answer) => void (other = answer),
    reset: () => {
      other = undefined;
      routes.clear();
      for (const list of [queue, requests, unreadable]) list.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const arrive = async (incoming: IncomingMessage): Promise<ArrivedRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = '', url = '', rawHeaders } = incoming;
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  return { method, target: url, rawHeaders, headers, body: Buffer.concat(chunks) };
};

const send = async (fault: Fault, response: ServerResponse): Promise<void> => {
  const { status = 200, headers = {}, ending = 'whole', after } = fault;
  const body = Buffer.from(fault.body ?? '');
  await after;
  if (ending === 'before_headers') return void response.destroy();
  const whole = ending === 'endless' ? {} : { 'content-length': String(body.byteLength) };
  const named = Object.entries({ ...(status === 304 ? {} : whole), ...headers });
  response.writeHead(
    status,
    Object.fromEntries(named.map(([name, value]) => [name, typeof value === 'string' ? value : [...value]])),
  );
  if (ending === 'whole') return void response.end(body);
  if (ending === 'endless') return sendForEver(body, response);
  response.flushHeaders();
  if (ending === 'half_body') await written(response, body.subarray(0, Math.ceil(body.byteLength / 2)));
  // Gracefully, so that what was written arrives before the end does.
  response.socket?.end();
};

const sendForEver = async (chunk: Buffer, response: ServerResponse): Promise<void> => {
  const closed = once(response, 'close');
  while (!response.destroyed) {
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed]);
  }
};

const written = (response: ServerResponse, part: Buffer): Promise<void> =>
  new Promise((resolve) => response.write(part, () => resolve()));
