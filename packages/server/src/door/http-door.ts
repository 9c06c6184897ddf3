import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { fromUnknown } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import { toError } from '@recourse/contract/thrown';
import { unknownCaller } from '@recourse/engine/front-door';
import type { Principal, Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import type { ErrorForm } from '../call/render.ts';
import { rpcErrors } from '../rpc/protocol.ts';
import { payloadTooLarge } from '../rpc/refusals.ts';
import { Outstanding } from '../call/outstanding.ts';
import { Patience, within } from '../call/patience.ts';
import { Running } from '../call/running.ts';
import type { CloseOptions } from '../serving.ts';
import { watchStrayErrors } from '../call/stray-errors.ts';
import { answer, answerFailure, answerRpc } from '../wire/http/answer.ts';
import { callerOf } from './caller.ts';
import type { CallerRules } from './caller.ts';
import { allowPages, preflight } from './cors.ts';
import { answerCodes, answerIndex } from './info.ts';
import type { HttpLimits } from './limits.ts';
import { McpEndpoint } from '../wire/http/mcp-endpoint.ts';
import { hasTokenInAddress, invalidToken, issuerUnavailable, tokenInAddress } from './token-refusals.ts';
import type { MetricsDoor } from './metrics-door.ts';
import type { OAuthDoor } from './oauth-door.ts';
import { plainAddress } from './addresses.ts';
import { refuseMediaType } from './media-type.ts';
import { PrincipalConnections } from './principal-connections.ts';
import { answerBrokenRequest, answerCrowd, answerTunnel } from './raw-answers.ts';
import { createUnknownPath } from './unknown-path.ts';
import type { UnknownPath } from './unknown-path.ts';
import { readBody } from './read-body.ts';
import type { ApprovalDesk } from '../wire/rest/approval-desk.ts';
import { ApprovalsEndpoint } from '../wire/rest/approvals-endpoint.ts';
import { RestEndpoint } from '../wire/rest/rest-endpoint.ts';
import {
  forbidden,
  foreignHost,
  foreignOrigin,
  missingHost,
  noApprovals,
  storeFailure,
  unmetExpectation,
  wrongMethod,
} from './refusals.ts';
import { createRouter } from './router.ts';
import { pathOf } from '../wire/http/path-of.ts';
import type { ApprovalsTarget, Router, Target } from './router.ts';

export interface HttpDoorOptions {
  readonly servers: readonly Server[];
  /** The servers that admit local callers without a key. */
  readonly anonymous: ReadonlySet<Server>;
  readonly callers: CallerRules;
  readonly errors: ErrorForm | undefined;
  readonly limits: HttpLimits;
  readonly sessions: boolean;
  readonly approvals: ApprovalDesk | undefined;
  /** There if the operator wants metrics. */
  readonly metrics: MetricsDoor | undefined;
  /** There if callers may present access tokens. */
  readonly oauth: OAuthDoor | undefined;
  readonly ready: () => Promise<boolean> | boolean;
  readonly onError: (error: Error) => void;
}

type ServerTarget = Extract<Target, { server: Server }>;

/** Takes HTTP requests: checks host, origin, path and caller, and hands them to the endpoint of the server. */
export class HttpDoor {
  readonly closed: Promise<void>;
  readonly #options: HttpDoorOptions;
  readonly #router: Router;
  readonly #running: Running;
  readonly #mcp: ReadonlyMap<Server, McpEndpoint>;
  readonly #rest: ReadonlyMap<Server, RestEndpoint>;
  /** The connections, each with its latest response. */
  readonly #sockets = new Map<Socket, ServerResponse | undefined>();
  readonly #connections: PrincipalConnections;
  readonly #unknownPath: UnknownPath;
  /** The bodies that are being answered. */
  readonly #answering = new Outstanding();
  readonly #patience = new Patience();
  #closing: Promise<void> | undefined;
  #onClosed: () => void = () => undefined;
  #endWatch: () => void = () => undefined;

  constructor(options: HttpDoorOptions) {
    const { servers, limits, errors, sessions, oauth, onError } = options;
    this.#options = options;
    this.closed = new Promise((resolve) => (this.#onClosed = resolve));
    this.#router = createRouter(servers);
    this.#unknownPath = createUnknownPath(servers);
    this.#connections = new PrincipalConnections(limits.connectionsPerPrincipal);
    const running = (this.#running = new Running(limits.calls));
    this.#mcp = new Map(
      servers.map((server) => {
        const lacking = oauth?.lacking(server);
        return [server, new McpEndpoint({ server, errors, limits, running, sessions, lacking, onError })] as const;
      }),
    );
    this.#rest = new Map(servers.map((server) => [server, new RestEndpoint({ server, running })]));
  }

  attach(http: HttpServer): void {
    const { limits, onError } = this.#options;
    this.#endWatch = watchStrayErrors(onError);
    const secure = http instanceof TlsServer;
    // Before the handshake there is no way to answer: connections beyond the limit are dropped.
    if (secure) http.maxConnections = limits.connections;
    http.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
      if (this.#sockets.size >= limits.connections) {
        return this.#record(answerCrowd(socket, limits.connections), strangerOn(socket));
      }
      this.#sockets.set(socket, undefined);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    http.on('clientError', (error, socket: Socket) => {
      // A handshake that failed: nothing can be answered.
      if (secure && !this.#sockets.has(socket)) return void socket.destroy();
      const failure = answerBrokenRequest(error, socket, this.#sockets.get(socket));
      if (failure) this.#record(failure, strangerOn(socket));
    });
    http.on('connect', (_, socket: Socket) => this.#record(answerTunnel(socket), strangerOn(socket)));
    http.on('checkExpectation', (request, response) =>
      this.#refuseAtDoor(request, response, unmetExpectation(), { connection: 'close' }),
    );
    http.on('request', (request, response) => {
      // A connection beyond the limit has had its answer already.
      if (!this.#sockets.has(request.socket)) return;
      this.#sockets.set(request.socket, response);
      try {
        this.#watch(this.#handle(request, response), response);
      } catch (thrown) {
        this.#fail(thrown, response);
      }
    });
  }

  close(http: HttpServer, { now = false }: CloseOptions = {}): Promise<void> {
    if (now) this.#patience.hurry();
    return (this.#closing ??= this.#end(http));
  }

  /** Answers with an error if the handling fails, so that the caller does not wait for ever. */
  #watch(underWay: Promise<void> | void, response: ServerResponse): void {
    if (underWay) underWay.catch((thrown: unknown) => this.#fail(thrown, response));
  }

  #fail(thrown: unknown, response: ServerResponse): void {
    quietly(() => this.#options.onError(toError(thrown)));
    answerFailure(response, fromUnknown(thrown), { headers: { connection: 'close' } });
    if (!response.writableEnded) response.destroy();
  }

  #handle(request: IncomingMessage, response: ServerResponse): Promise<void> | void {
    const { hosts } = this.#options.callers;
    const { host, origin } = request.headers;
    const refuse = (failure: Failure, headers = {}): void => this.#refuseAtDoor(request, response, failure, headers);
    if (this.#closing) response.setHeader('connection', 'close');
    if (host === undefined) return refuse(missingHost());
    if (!hosts.isOurs(host)) return refuse(foreignHost());
    if (!hosts.mayAsk(origin)) return refuse(foreignOrigin());
    if (origin !== undefined) allowPages(response, origin);
    if (request.method === 'OPTIONS') return preflight(response, request.headers['access-control-request-headers']);
    const path = pathOf(request.url);
    const target = this.#router(path);
    if (!target) return refuse(this.#unknownPath(path));
    if ('server' in target) return this.#serve(target, request, response);
    if (target.kind === 'approvals') return this.#serveApprovals(target, request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(wrongMethod('GET'), { allow: 'GET' });
    switch (target.kind) {
      case 'index':
        return answerIndex(response, this.#options.servers);
      case 'codes':
        return answerCodes(response, { servers: this.#options.servers, code: target.code, refuse });
      case 'metrics':
        return this.#options.metrics
          ? this.#answerMetrics(this.#options.metrics, request, response)
          : refuse(this.#unknownPath(path));
      case 'metadata':
        return this.#options.oauth
          ? answer(response, 200, this.#options.oauth.describe(target.path))
          : refuse(this.#unknownPath(path));
      case 'healthz':
        return answer(response, 200, '{"ok":true}');
      case 'readyz':
        return this.#answerReady(response);
    }
  }

  /** Refuses a request that belongs to no server. The first one keeps the record. */
  #refuseAtDoor(request: IncomingMessage, response: ServerResponse, failure: Failure, headers = {}): void {
    this.#record(failure, callerOf(request, this.#options.callers, false));
    answerFailure(response, failure, { accept: request.headers.accept, headers });
  }

  #record(failure: Failure, caller: Caller): void {
    this.#options.servers[0]?.recordRefusal({ failure, caller });
  }

  async #answerReady(response: ServerResponse): Promise<void> {
    const { ready, oauth } = this.#options;
    const reasons = this.#closing ? ['the server is stopping'] : [];
    if (reasons.length === 0 && !(await ready())) reasons.push('the server cannot serve calls');
    const problem = await oauth?.problem();
    if (problem !== undefined) reasons.push(problem);
    const ok = reasons.length === 0;
    answer(response, ok ? 200 : 503, JSON.stringify(ok ? { ok } : { ok, reasons }));
  }

  async #answerMetrics(metrics: MetricsDoor, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = await metrics.refuse(callerOf(request, this.#options.callers, metrics.isOpenHere));
    if (refusal) return this.#refuseAtDoor(request, response, refusal.failure, refusal.headers);
    const { text, contentType } = await metrics.read({ inFlight: this.#running.count, ready: this.#options.ready });
    answer(response, 200, text, { 'content-type': contentType, 'cache-control': 'no-store' });
  }

  /** Serves `/approvals` to approvers, who identify themselves with a key, local ones too. */
  async #serveApprovals(target: ApprovalsTarget, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { servers, approvals, callers, limits } = this.#options;
    const [server] = servers;
    if (!approvals || !server) {
      return this.#refuseAtDoor(request, response, noApprovals());
    }
    const caller = callerOf(request, callers, false);
    const refuse = (failure: Failure, headers = {}): void => {
      server.recordRefusal({ failure, caller, tool: 'approvals' });
      answerFailure(response, failure, { accept: request.headers.accept, headers });
    };
    const principal = caller.key === undefined ? undefined : await server.identify(caller);
    if (!principal) return refuse(unknownCaller(caller), { 'www-authenticate': 'Bearer' });
    if (principal.role !== 'approver') {
      return refuse(
        forbidden('this key is not the key of an approver', 'Ask the operator for the key of an approver.'),
      );
    }
    const endpoint = new ApprovalsEndpoint(approvals, refuse);
    const { id, verb } = target;
    const allow = verb === undefined ? 'GET' : 'POST';
    if (request.method !== allow) return refuse(wrongMethod(allow), { allow });
    if (id === undefined) return endpoint.list(response);
    if (verb === undefined) return endpoint.show(response, id);
    readBody(request, limits.bodyBytes, (body) => {
      if (body.kind === 'broken') return void response.destroy();
      if (body.kind === 'too large') return refuse(payloadTooLarge(body.length, limits.bodyBytes));
      const deciding = { id, verb, approver: principal.id, bytes: body.bytes };
      this.#watch(endpoint.decide(response, deciding), response);
    });
  }

  /** Serves a path of a server: from here on, the caller must be known. */
  #serve(target: ServerTarget, request: IncomingMessage, response: ServerResponse): Promise<void> | void {
    const { server } = target;
    const { callers, anonymous } = this.#options;
    const nameless = callerOf(request, callers, anonymous.has(server));
    const { oauth } = this.#options;
    if (oauth?.takes(nameless) || (oauth && hasTokenInAddress(request.url))) {
      return this.#serveToken(oauth, nameless, target, request, response);
    }
    const found = server.identify(nameless);
    if (!(found instanceof Promise)) return this.#serveAs(found, nameless, target, request, response);
    return found.then(
      (principal) => this.#serveAs(principal, nameless, target, request, response),
      (thrown: unknown) => this.#refuse(target, request, response, { caller: nameless, failure: storeFailure(thrown) }),
    );
  }

  /** Serves a caller with an access token. The token goes no further than this. */
  async #serveToken(
    oauth: OAuthDoor,
    { key = '', address = '' }: Caller,
    target: ServerTarget,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const path = pathOf(request.url);
    const caller: Caller = { transport: 'http', local: false, address };
    const refuse = (failure: Failure, headers = {}): void =>
      this.#refuse(target, request, response, { caller, failure, headers });
    if (hasTokenInAddress(request.url)) return refuse(tokenInAddress(), oauth.challenge(path, 'invalid_request'));
    let principal: Principal | undefined;
    try {
      principal = await oauth.identify(key, target.server);
    } catch (thrown) {
      return refuse(issuerUnavailable(thrown));
    }
    if (!principal) return refuse(invalidToken(), oauth.challenge(path, 'invalid_token'));
    const isCall = request.method === 'POST' && target.kind === 'tools';
    const called = isCall ? await oauth.lacking(target.server)({ ...caller, principal }, target.tool, path) : undefined;
    const lacking = called ?? (principal.scopes?.length === 0 ? oauth.withoutRights(path) : undefined);
    if (lacking) return refuse(lacking.failure, lacking.headers);
    await this.#serveAs(principal, caller, target, request, response);
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
      const challenge = this.#options.oauth?.challenge(pathOf(request.url));
      const headers = challenge ?? { 'www-authenticate': 'Bearer' };
      return this.#refuse(target, request, response, { ...refusal, headers });
    }
    const caller = known(nameless, principal);
    const crowd = this.#isProxy(request.socket) ? undefined : this.#connections.take(request.socket, principal.id);
    if (crowd) {
      return this.#refuse(target, request, response, { caller, failure: crowd, headers: { connection: 'close' } });
    }
    if (request.method === 'POST') return this.#post(target, request, response, caller);
    if (target.kind === 'mcp') {
      if (request.method === 'GET' || request.method === 'DELETE') {
        return this.#endpoint(this.#mcp, server).stream(request, response, caller);
      }
    } else if (request.method === 'GET') {
      const rest = this.#endpoint(this.#rest, server);
      if (target.kind === 'openapi') return rest.describe(request, response, caller);
      return target.tool === undefined
        ? rest.list(request, response, caller)
        : rest.show(request, response, target.tool, caller);
    }
    const allow = target.kind === 'mcp' ? 'GET, POST, DELETE' : 'GET, POST';
    return this.#refuse(target, request, response, { caller, failure: wrongMethod(allow), headers: { allow } });
  }

  #post(target: ServerTarget, request: IncomingMessage, response: ServerResponse, caller: Caller): void {
    const { limits } = this.#options;
    const refuse = (failure: Failure, headers = {}): void =>
      this.#refuse(target, request, response, { caller, failure, headers });
    if (target.kind !== 'mcp' && !('tool' in target)) return refuse(wrongMethod('GET'), { allow: 'GET' });
    const media = refuseMediaType(request.headers);
    if (media) return refuse(media.failure, media.headers);
    readBody(request, limits.bodyBytes, (body) => {
      if (body.kind === 'broken') return void response.destroy();
      if (body.kind === 'too large') return refuse(payloadTooLarge(body.length, limits.bodyBytes));
      this.#answerBody(target, request, response, { caller, bytes: body.bytes });
    });
  }

  #answerBody(
    target: ServerTarget,
    request: IncomingMessage,
    response: ServerResponse,
    sent: { readonly caller: Caller; readonly bytes: Buffer },
  ): void {
    this.#answering.begin();
    let underWay: Promise<void> | void = undefined;
    try {
      underWay = this.#take(target, request, response, sent);
    } catch (thrown) {
      this.#fail(thrown, response);
    }
    if (!underWay) return this.#answering.end();
    underWay.catch((thrown: unknown) => this.#fail(thrown, response)).finally(() => this.#answering.end());
  }

  #take(
    target: ServerTarget,
    request: IncomingMessage,
    response: ServerResponse,
    { caller, bytes }: { readonly caller: Caller; readonly bytes: Buffer },
  ): Promise<void> | void {
    const { server } = target;
    if (target.kind === 'mcp') return this.#endpoint(this.#mcp, server).post(request, response, caller, bytes);
    const tool = target.kind === 'tools' ? (target.tool ?? '') : '';
    return this.#endpoint(this.#rest, server).call(request, response, { tool, caller, bytes });
  }

  /** Refuses a request that did not become a call, in the form of its endpoint, and records it. */
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

  #isProxy({ remoteAddress }: Socket): boolean {
    const { trustedProxies } = this.#options.callers;
    return trustedProxies !== undefined && trustedProxies.has(plainAddress(remoteAddress ?? ''));
  }

  async #end(http: HttpServer): Promise<void> {
    const { lameDuckMs, stopMs } = this.#options.limits;
    await this.#patience.wait(lameDuckMs);
    const ended = new Promise<void>((resolve) => http.close(() => resolve()));
    http.closeIdleConnections();
    await this.#patience.within(stopMs, this.#running.idle());
    await this.#running.end();
    // Every call has its outcome now, but the SDK may still be writing to its streams.
    await this.#answering.settled(1000);
    await within(1000, Promise.all([...this.#mcp.values()].map((endpoint) => endpoint.close())));
    // All answers have left now; what is still open is a stream or an idle connection.
    setTimeout(() => http.closeAllConnections(), 100).unref();
    http.closeIdleConnections();
    await ended;
    this.#endWatch();
    this.#onClosed();
  }
}

/** The caller with its principal. Written out: this runs for every request, and object spread is slow here. */
const known = ({ transport, local, address = '', key }: Caller, principal: Principal): Caller => {
  if (key !== undefined) return { transport, local, address, key, principal };
  return address === '' ? { transport, local, principal } : { transport, local, address, principal };
};

/** The caller on a connection whose request cannot be read. */
const strangerOn = ({ remoteAddress = 'unknown' }: Socket): Caller => ({
  transport: 'http',
  local: false,
  address: plainAddress(remoteAddress),
});
