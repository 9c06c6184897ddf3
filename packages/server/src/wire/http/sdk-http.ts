import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpHttpHandler, McpServerFactory, Server as McpServer } from '@modelcontextprotocol/server';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { fail, isJsonObject } from '@recourse/contract';
import type { Caller, Server } from '@recourse/engine';
import { isRequestId } from '../../rpc/frame.ts';
import type { RequestId } from '../../rpc/frame.ts';
import { rpcErrors } from '../../rpc/protocol.ts';
import { metaOf } from '../../rpc/route.ts';
import { protocolMeta } from '../../rpc/protocol.ts';
import { answerRpc } from './answer.ts';
import type { Running } from '../../call/running.ts';
import type { createMcpServer } from '../sdk/create-mcp-server.ts';
import { toWebRequest, writeWebResponse } from './web-bridge.ts';

export interface SdkHttpOptions {
  readonly server: Server;
  readonly limits: { readonly sessions: number; readonly sessionIdleMs: number };
  readonly running: Running;
  /** False if any process may get any request: then clients of the older revisions are served without a session. */
  readonly sessions: boolean;
  readonly onError: (error: Error) => void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
  /** The parsed body, if there is one. */
  readonly body?: unknown;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly mcp: McpServer;
  /** The owner of the session: knowing its id is not enough to use it. */
  readonly principal: string | undefined;
  usedAt: number;
  open: number;
}

/** What the SDK serves over HTTP: stateless requests, and sessions of the older revisions. */
export class SdkHttp {
  readonly #options: SdkHttpOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #callers = new WeakMap<Request, Caller>();
  /** Sessions whose handshake is not answered yet. They count towards the limit too. */
  #opening = 0;
  #loading: Promise<Loaded> | undefined;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(options: SdkHttpOptions) {
    this.#options = options;
  }

  async serve(exchange: Exchange): Promise<void> {
    const sdk = await (this.#loading ??= this.#load());
    const request = toWebRequest(exchange.request, exchange.response);
    this.#callers.set(request, exchange.caller);
    const id = exchange.request.headers['mcp-session-id'];
    if (id !== undefined) return this.#inSession(String(id), request, exchange);
    if (this.#options.sessions && isHandshake(exchange.body)) return this.#openSession(sdk, request, exchange);
    const options = exchange.body === undefined ? {} : { parsedBody: exchange.body };
    await respond(await sdk.handler.fetch(request, options), exchange);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const sdk = await this.#loading;
    await sdk?.handler.close();
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  async #inSession(id: string, request: Request, exchange: Exchange): Promise<void> {
    const { response, caller, body } = exchange;
    const session = this.#sessions.get(id);
    if (!session || session.principal !== caller.principal?.id) {
      const failure = fail('NOT_FOUND_RESOURCE', { resource_type: 'session', resource_id: id.slice(0, 64) });
      return answerRpc(response, { id: idOf(body), number: rpcErrors.request, failure });
    }
    session.usedAt = Date.now();
    session.open += 1;
    const options = body === undefined ? {} : { parsedBody: body };
    try {
      await respond(await session.transport.handleRequest(request, options), exchange);
    } finally {
      session.open -= 1;
      session.usedAt = Date.now();
    }
  }

  async #openSession(sdk: Loaded, request: Request, exchange: Exchange): Promise<void> {
    const { response, caller, body } = exchange;
    const { limits, server, running, onError } = this.#options;
    if (this.#sessions.size + this.#opening >= limits.sessions) {
      const failure = fail('RATE_LIMIT_CONCURRENCY', { limit: limits.sessions, of: 'sessions' });
      return answerRpc(response, { id: idOf(body), number: rpcErrors.internal, failure });
    }
    const mcp = sdk.createMcpServer(server, { caller, era: 'legacy', running, onError });
    const transport = new sdk.Transport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { transport, mcp, principal: caller.principal?.id, usedAt: Date.now(), open: 0 });
        this.#sweeper ??= setInterval(() => this.#sweep(), Math.min(60_000, limits.sessionIdleMs)).unref();
      },
      onsessionclosed: (id) => void this.#end(id),
    });
    this.#opening += 1;
    try {
      await mcp.connect(transport);
      await respond(await transport.handleRequest(request, { parsedBody: body }), exchange);
    } finally {
      this.#opening -= 1;
    }
    if (transport.sessionId === undefined) await mcp.close();
  }

  #sweep(): void {
    const idleSince = Date.now() - this.#options.limits.sessionIdleMs;
    for (const [id, { usedAt, open }] of this.#sessions) if (open === 0 && usedAt < idleSince) void this.#end(id);
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.mcp.close().catch(this.#options.onError);
  }

  async #load(): Promise<Loaded> {
    const { server, running, onError } = this.#options;
    const [sdk, { createMcpServer }, { createChangeBus }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../sdk/create-mcp-server.ts'),
      import('../sdk/change-bus.ts'),
    ]);
    const factory: McpServerFactory = ({ era, requestInfo }) => {
      const caller = requestInfo && this.#callers.get(requestInfo);
      if (!caller) throw new Error('A request of nobody reached the SDK');
      return createMcpServer(server, { caller, era, lasting: false, running, onError });
    };
    const handler = sdk.createMcpHandler(factory, { onerror: onError, bus: createChangeBus(server) });
    return { handler, createMcpServer, Transport: sdk.WebStandardStreamableHTTPServerTransport };
  }
}

interface Loaded {
  readonly handler: McpHttpHandler;
  readonly createMcpServer: typeof createMcpServer;
  readonly Transport: typeof WebStandardStreamableHTTPServerTransport;
}

/** Whether a body opens a session: an `initialize` that is not itself stateless. */
const isHandshake = (body: unknown): boolean =>
  isJsonObject(body) &&
  body['method'] === 'initialize' &&
  metaOf(isJsonObject(body['params']) ? body['params'] : undefined)[protocolMeta.version] === undefined;

/** The id of a request; null for a response, whose id belongs to a request of ours. */
const idOf = (body: unknown): RequestId | null => {
  const id = isJsonObject(body) && 'method' in body ? body['id'] : null;
  return isRequestId(id) ? id : null;
};

/** Writes an answer of the SDK. If the SDK refused the request unread, adds the id of the request. */
const respond = async (answer: Response, { response, body }: Exchange): Promise<void> => {
  const id = idOf(body);
  if (answer.ok || id === null) return writeWebResponse(answer, response);
  const text = await answer.text();
  const refusal = parsed(text);
  const addressed = isJsonObject(refusal) && refusal['id'] === null ? JSON.stringify({ ...refusal, id }) : text;
  const { status, headers } = answer;
  headers.delete('content-length');
  await writeWebResponse(new Response(addressed, { status, headers }), response);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
