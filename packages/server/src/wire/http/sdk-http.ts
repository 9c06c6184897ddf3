import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpHttpHandler, McpServerFactory, Server as McpServer } from '@modelcontextprotocol/server';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { fail, isJsonObject } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import { isRequestId, recordedId } from '../../rpc/frame.ts';
import type { RequestId } from '../../rpc/frame.ts';
import { rpcErrors } from '../../rpc/protocol.ts';
import { metaOf } from '../../rpc/route.ts';
import { protocolMeta } from '../../rpc/protocol.ts';
import { completeMessage } from '../../edge/complete-error.ts';
import { failureText } from '../../rpc/messages.ts';
import { answer, answerRpc } from './answer.ts';
import type { Answered } from './judge-batch.ts';
import { refuseSession } from './session-places.ts';
import type { SessionLimits } from './session-places.ts';
import { SessionRequests } from './session-requests.ts';
import type { Running } from '../../call/running.ts';
import type { createMcpServer } from '../sdk/create-mcp-server.ts';
import { toWebRequest, writeWebResponse } from './web-bridge.ts';

export interface SdkHttpOptions {
  readonly server: Server;
  readonly limits: SessionLimits;
  readonly running: Running;
  /** False if any process may get any request: then clients of the older revisions are served without a session. */
  readonly sessions: boolean;
  readonly onError: (error: Error) => void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
  /** The parsed body, if there is one: a message, or those of a batch. */
  readonly body?: JsonObject | readonly JsonObject[];
  /** The answers to messages of the batch that the door refused. */
  readonly answered?: readonly string[];
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly mcp: McpServer;
  /** The owner of the session: knowing its id is not enough to use it. */
  readonly principal: string | undefined;
  /** The latest caller: each request is served with the rights of its own key. */
  caller: Caller;
  readonly requests: SessionRequests;
  usedAt: number;
  open: number;
}

/** Serves the SDK over HTTP: stateless requests, and sessions of the older revisions. */
export class SdkHttp {
  readonly #options: SdkHttpOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #callers = new WeakMap<Request, Caller>();
  /** The caller of the request that the SDK serves, for streams that it opens meanwhile. */
  readonly #current = new AsyncLocalStorage<Caller>();
  /** Sessions whose handshake is not answered yet. They count towards the limits too. */
  readonly #opening = new Set<Pick<Session, 'principal' | 'usedAt'>>();
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
    const answering = await this.#current.run(exchange.caller, () => sdk.handler.fetch(request, options));
    await this.#respond(answering, exchange);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const sdk = await this.#loading;
    await sdk?.handler.close();
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
    // As long as a storage is in use, every promise of the process costs more.
    this.#current.disable();
  }

  async #inSession(id: string, request: Request, exchange: Exchange): Promise<void> {
    const { caller, body } = exchange;
    const session = this.#sessions.get(id);
    if (!session || session.principal !== caller.principal?.id) {
      const failure = fail('NOT_FOUND_RESOURCE', { resource_type: 'session', resource_id: id.slice(0, 64) });
      return this.#refuse(exchange, { id: idOf(body), number: rpcErrors.request, failure });
    }
    session.usedAt = Date.now();
    session.open += 1;
    session.caller = caller;
    try {
      await this.#current.run(caller, async () =>
        body === undefined
          ? this.#respond(await session.transport.handleRequest(request), exchange)
          : this.#requestsInSession(session, request, exchange, body),
      );
    } finally {
      session.open -= 1;
      session.usedAt = Date.now();
    }
  }

  async #requestsInSession(
    session: Session,
    request: Request,
    exchange: Exchange,
    body: NonNullable<Exchange['body']>,
  ): Promise<void> {
    const isBatch = Array.isArray(body);
    const { fresh, refused } = session.requests.admit([body].flat());
    const [duplicate] = refused;
    if (duplicate && !isBatch) return this.#refuse(exchange, duplicate);
    for (const { id, failure } of refused) this.#record(exchange, id, failure);
    const answered = [
      ...(exchange.answered ?? []),
      ...refused.map(({ id, number, failure }) => failureText(id, number, failure)),
    ];
    if (fresh.length === 0) return answer(exchange.response, 200, `[${answered.join(',')}]`);
    const answering = await session.transport.handleRequest(request, { parsedBody: isBatch ? fresh : fresh[0] });
    if (!answering.ok) session.requests.abandon(fresh);
    await this.#respond(answering, { ...exchange, answered });
  }

  async #openSession(sdk: Loaded, request: Request, exchange: Exchange): Promise<void> {
    const { caller, body } = exchange;
    const { limits, server, running, onError } = this.#options;
    const place = { principal: caller.principal?.id, usedAt: Date.now() };
    const failure = refuseSession([...this.#sessions.values(), ...this.#opening], place.principal, limits);
    if (failure) return this.#refuse(exchange, { id: idOf(body), number: rpcErrors.request, failure });
    const current = this.#current;
    let session: Session | undefined;
    const mcp = sdk.createMcpServer(server, {
      get caller() {
        return current.getStore() ?? session?.caller ?? caller;
      },
      era: 'legacy',
      running,
      onError,
    });
    const requests = new SessionRequests();
    const transport = new sdk.Transport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        session = { ...place, caller, transport, mcp, requests, open: 0 };
        this.#sessions.set(id, session);
        this.#sweeper ??= setInterval(() => this.#sweep(), Math.min(60_000, limits.sessionIdleMs)).unref();
      },
      onsessionclosed: (id) => void this.#end(id),
    });
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      requests.answered(message);
      return send(message, options);
    };
    this.#opening.add(place);
    try {
      await mcp.connect(transport);
      await this.#respond(await transport.handleRequest(request, { parsedBody: body }), exchange);
    } finally {
      this.#opening.delete(place);
    }
    if (transport.sessionId === undefined) await mcp.close();
  }

  /** Writes an answer of the SDK. If the SDK refused the request, adds a code and the id of the request. */
  async #respond(answering: Response, exchange: Exchange): Promise<void> {
    const { response, answered = [] } = exchange;
    if (answering.ok && answered.length === 0) return writeWebResponse(answering, response);
    if (answering.ok) {
      return answering.headers.get('content-type') === 'text/event-stream'
        ? writeWebResponse(answering, response, answered.map((text) => `event: message\ndata: ${text}\n\n`).join(''))
        : answer(response, 200, `[${answered.join(',')}]`);
    }
    const { status, headers } = answering;
    const text = await answering.text();
    const refusal = readJson(text);
    const { message, failure } = isJsonObject(refusal) ? completeMessage(refusal, status) : {};
    if (!message) return writeWebResponse(new Response(text, { status, headers }), response);
    const id = message['id'] ?? idOf(exchange.body);
    if (failure) this.#record(exchange, isRequestId(id) ? id : null, failure);
    const { allow } = Object.fromEntries(headers);
    answer(response, status, JSON.stringify({ ...message, id }), allow === undefined ? {} : { allow });
  }

  #refuse(exchange: Exchange, refusal: Answered): void {
    this.#record(exchange, refusal.id, refusal.failure);
    answerRpc(exchange.response, refusal);
  }

  #record({ caller }: Exchange, id: Answered['id'], failure: Failure): void {
    this.#options.server.recordRefusal({ failure, caller, request_id: recordedId(id) });
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
      if (!caller) throw new Error('A request without a caller reached the SDK');
      return createMcpServer(server, { caller, era, lasting: false, tasks: true, running, onError });
    };
    const handler = sdk.createMcpHandler(factory, {
      onerror: onError,
      bus: createChangeBus(server, () => this.#current.getStore()),
    });
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

/** The id of a request; null for a response, whose id belongs to one of our requests. */
const idOf = (body: unknown): RequestId | null => {
  const id = isJsonObject(body) && 'method' in body ? body['id'] : null;
  return isRequestId(id) ? id : null;
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
