import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fail, fromUnknown } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { StoreUnavailableError, unknownCaller } from '@recourse/engine';
import type { Caller, Principal, Server } from '@recourse/engine';
import type { ErrorForm } from '../door/lane.ts';
import { rpcErrors } from '../door/protocol.ts';
import { payloadTooLarge } from '../door/refusals.ts';
import { Running } from '../door/running.ts';
import { answer, answerFailure, answerRpc } from './answer.ts';
import { callerOf } from './caller.ts';
import { allowPages, preflight } from './cors.ts';
import type { Hosts } from './hosts.ts';
import { answerCodes, answerIndex } from './info.ts';
import type { HttpLimits } from './limits.ts';
import { McpEndpoint } from './mcp-endpoint.ts';
import { answerBrokenRequest, answerCrowd } from './raw-answers.ts';
import { readBody } from './read-body.ts';
import { RestEndpoint } from './rest-endpoint.ts';
import { createRouter } from './router.ts';
import type { Router, Target } from './router.ts';

export interface HttpDoorOptions {
  readonly servers: readonly Server[];
  readonly hosts: Hosts;
  readonly errors: ErrorForm | undefined;
  readonly limits: HttpLimits;
  readonly ready: () => Promise<boolean> | boolean;
  readonly onError: (error: Error) => void;
}

type ServerTarget = Extract<Target, { server: Server }>;

/** Takes HTTP requests: checks where they come from, what they want and who sends them, and hands them on. */
export class HttpDoor {
  readonly closed: Promise<void>;
  readonly #options: HttpDoorOptions;
  readonly #router: Router;
  readonly #running: Running;
  readonly #mcp: ReadonlyMap<Server, McpEndpoint>;
  readonly #rest: ReadonlyMap<Server, RestEndpoint>;
  /** The connections, each with the response that was asked for last. */
  readonly #sockets = new Map<Socket, ServerResponse | undefined>();
  /** How many bodies are being answered. */
  #answering = 0;
  #idle: (() => void) | undefined;
  #closing: Promise<void> | undefined;
  #onClosed: () => void = () => undefined;

  constructor(options: HttpDoorOptions) {
    const { servers, limits, errors, onError } = options;
    this.#options = options;
    this.closed = new Promise((resolve) => (this.#onClosed = resolve));
    this.#router = createRouter(servers);
    const running = (this.#running = new Running(limits.calls));
    this.#mcp = new Map(
      servers.map((server) => [server, new McpEndpoint({ server, errors, limits, running, onError })]),
    );
    this.#rest = new Map(servers.map((server) => [server, new RestEndpoint({ server, running })]));
  }

  attach(http: HttpServer): void {
    const { limits } = this.#options;
    http.on('connection', (socket: Socket) => {
      if (this.#sockets.size >= limits.connections) return answerCrowd(socket, limits.connections);
      this.#sockets.set(socket, undefined);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    http.on('clientError', (error, socket: Socket) => answerBrokenRequest(error, socket, this.#sockets.get(socket)));
    http.on('request', (request, response) => {
      // One connection too many has had its answer already, whatever it still says.
      if (!this.#sockets.has(request.socket)) return;
      this.#sockets.set(request.socket, response);
      try {
        this.#watch(this.#handle(request, response), response);
      } catch (thrown) {
        this.#fail(thrown, response);
      }
    });
  }

  close(http: HttpServer): Promise<void> {
    return (this.#closing ??= this.#end(http));
  }

  /** Whatever is under way may fail; then at least it is said, and nobody waits for ever. */
  #watch(underWay: Promise<void> | void, response: ServerResponse): void {
    if (underWay) underWay.catch((thrown: unknown) => this.#fail(thrown, response));
  }

  #fail(thrown: unknown, response: ServerResponse): void {
    this.#options.onError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    answerFailure(response, fromUnknown(thrown), { headers: { connection: 'close' } });
    if (!response.writableEnded) response.destroy();
  }

  #handle(request: IncomingMessage, response: ServerResponse): Promise<void> | void {
    const { hosts } = this.#options;
    const { host, origin, accept } = request.headers;
    const refuse = (failure: Failure, headers = {}): void => answerFailure(response, failure, { accept, headers });
    if (this.#closing) response.setHeader('connection', 'close');
    if (!hosts.isOurs(host))
      return refuse(
        forbidden('the Host header names another server', 'Use the name that the operator gave this server.'),
      );
    if (!hosts.mayAsk(origin))
      return refuse(forbidden('pages of this origin may not ask', 'The operator can allow the origin.'));
    if (origin !== undefined) allowPages(response, origin);
    if (request.method === 'OPTIONS') return preflight(response);
    const path = pathOf(request.url ?? '/');
    const target = this.#router(path);
    if (!target) return refuse(fail('NOT_FOUND_RESOURCE', { resource_type: 'path', resource_id: path.slice(0, 200) }));
    if ('server' in target) return this.#serve(target, request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(wrongMethod('GET'), { allow: 'GET' });
    switch (target.kind) {
      case 'index':
        return answerIndex(response, this.#options.servers);
      case 'codes':
        return answerCodes(request, response, { servers: this.#options.servers, code: target.code });
      case 'healthz':
        return answer(response, 200, '{"ok":true}');
      case 'readyz':
        return this.#answerReady(response);
    }
  }

  async #answerReady(response: ServerResponse): Promise<void> {
    const ready = !this.#closing && (await this.#options.ready());
    answer(response, ready ? 200 : 503, JSON.stringify({ ok: ready }));
  }

  /** What is a server's own: from here on the caller has to be somebody. */
  #serve(target: ServerTarget, request: IncomingMessage, response: ServerResponse): Promise<void> | void {
    const { server } = target;
    const nameless = callerOf(request, this.#options.hosts);
    const found = server.identify(nameless);
    if (!(found instanceof Promise)) return this.#serveAs(found, nameless, target, request, response);
    return found.then(
      (principal) => this.#serveAs(principal, nameless, target, request, response),
      (thrown: unknown) => this.#refuse(target, request, response, { caller: nameless, failure: storeFailure(thrown) }),
    );
  }

  #serveAs(
    principal: Principal | undefined,
    nameless: Caller,
    target: ServerTarget,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> | void {
    const { server } = target;
    if (!principal) {
      const refusal = { caller: nameless, failure: unknownCaller(nameless) };
      return this.#refuse(target, request, response, { ...refusal, headers: { 'www-authenticate': 'Bearer' } });
    }
    const caller = known(nameless, principal);
    if (request.method === 'POST') return this.#post(target, request, response, caller);
    if (target.kind === 'mcp') {
      if (request.method === 'GET' || request.method === 'DELETE') {
        return this.#endpoint(this.#mcp, server).stream(request, response, caller);
      }
    } else if (request.method === 'GET') {
      const rest = this.#endpoint(this.#rest, server);
      return target.tool === undefined ? rest.list(response) : rest.show(request, response, target.tool);
    }
    const allow = target.kind === 'mcp' ? 'GET, POST, DELETE' : 'GET, POST';
    return this.#refuse(target, request, response, { caller, failure: wrongMethod(allow), headers: { allow } });
  }

  #post(target: ServerTarget, request: IncomingMessage, response: ServerResponse, caller: Caller): void {
    const { limits } = this.#options;
    const refuse = (failure: Failure, headers = {}): void =>
      this.#refuse(target, request, response, { caller, failure, headers });
    if (target.kind === 'tools' && target.tool === undefined) return refuse(wrongMethod('GET'), { allow: 'GET' });
    if (!isJson(request.headers['content-type'])) {
      const expected = 'Content-Type: application/json';
      return refuse(
        fail('VALIDATION_MALFORMED_REQUEST', { reason: 'the body is not said to be JSON', expected }, { http: 415 }),
      );
    }
    readBody(request, limits.bodyBytes, (body) => {
      if (body.kind === 'broken') return void response.destroy();
      if (body.kind === 'too large') return refuse(payloadTooLarge(body.length, limits.bodyBytes));
      void this.#answerBody(target, request, response, { caller, bytes: body.bytes });
    });
  }

  async #answerBody(
    target: ServerTarget,
    request: IncomingMessage,
    response: ServerResponse,
    sent: { readonly caller: Caller; readonly bytes: Buffer },
  ): Promise<void> {
    this.#answering += 1;
    try {
      await this.#take(target, request, response, sent);
    } catch (thrown) {
      this.#fail(thrown, response);
    } finally {
      this.#answered();
    }
  }

  #take(
    target: ServerTarget,
    request: IncomingMessage,
    response: ServerResponse,
    { caller, bytes }: { readonly caller: Caller; readonly bytes: Buffer },
  ): Promise<void> {
    const { server } = target;
    if (target.kind === 'mcp') return this.#endpoint(this.#mcp, server).post(request, response, caller, bytes);
    const { tool = '' } = target;
    return this.#endpoint(this.#rest, server).call(request, response, { tool, caller, bytes });
  }

  #answered(): void {
    this.#answering -= 1;
    if (this.#answering === 0) this.#idle?.();
  }

  async #settled(boundMs: number): Promise<void> {
    if (this.#answering === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      timer = setTimeout(resolve, boundMs);
    });
    clearTimeout(timer);
  }

  /** Answers what never became a call in the form of its endpoint, and puts it on record. */
  #refuse(
    target: ServerTarget,
    request: IncomingMessage,
    response: ServerResponse,
    refusal: { readonly caller: Caller; readonly failure: Failure; readonly headers?: Record<string, string> },
  ): void {
    const { caller, failure, headers = {} } = refusal;
    const tool = target.kind === 'tools' ? target.tool : undefined;
    target.server.recordRefusal({ failure, caller, ...(tool !== undefined && { tool }) });
    if (target.kind === 'mcp') answerRpc(response, { id: null, number: rpcErrors.request, failure }, headers);
    else answerFailure(response, failure, { accept: request.headers.accept, headers });
  }

  #endpoint<Endpoint>(endpoints: ReadonlyMap<Server, Endpoint>, server: Server): Endpoint {
    const endpoint = endpoints.get(server);
    if (!endpoint) throw new Error(`'${server.name}' has no endpoint`);
    return endpoint;
  }

  async #end(http: HttpServer): Promise<void> {
    const ended = new Promise<void>((resolve) => http.close(() => resolve()));
    http.closeIdleConnections();
    await this.#running.end(this.#options.limits.stopMs);
    // Every call has its outcome by now; what the SDK still writes must find its streams open.
    await this.#settled(1000);
    await Promise.all([...this.#mcp.values()].map((endpoint) => endpoint.close()));
    // What was answered has left by now; what still stands open is a stream or a sleeper.
    setTimeout(() => http.closeAllConnections(), 100).unref();
    http.closeIdleConnections();
    await ended;
    this.#onClosed();
  }
}

/** The caller, who is known now. Written field by field, as this runs for every request and a copy by spreading is dear. */
const known = ({ transport, local, key }: Caller, principal: Principal): Caller =>
  key === undefined ? { transport, local, principal } : { transport, local, key, principal };

const pathOf = (url: string): string => {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
};

const isJson = (type: string | undefined): boolean => type !== undefined && /^application\/json\s*(?:;|$)/iu.test(type);

const forbidden = (reason: string, hint: string): Failure =>
  fail('PERMISSION_DENIED', { reason, http_status: 403 }, { hint });

const wrongMethod = (allowed: string): Failure =>
  fail(
    'VALIDATION_MALFORMED_REQUEST',
    { reason: 'this path does not take that method', expected: allowed },
    { http: 405 },
  );

const storeFailure = (thrown: unknown): Failure =>
  thrown instanceof StoreUnavailableError
    ? fail('INTERNAL_STORE_UNAVAILABLE', { store: thrown.store }, { effect: 'none', cause: thrown })
    : fromUnknown(thrown);
