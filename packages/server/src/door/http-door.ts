import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Failure } from '@recourse/contract';
import type { Caller } from '@recourse/engine/front-door';
import { Patience, within } from '../call/patience.ts';
import { Running } from '../call/running.ts';
import { watchStrayErrors } from '../call/stray-errors.ts';
import type { CloseOptions } from '../serving.ts';
import { answer, answerFailure } from '../wire/http/answer.ts';
import { pathOf } from '../wire/http/path-of.ts';
import { plainAddress } from './addresses.ts';
import { Answering } from './answering.ts';
import { ApprovalsPaths } from './approvals-paths.ts';
import { callerOf } from './caller.ts';
import { allowPages, preflight } from './cors.ts';
import type { HttpDoorOptions } from './http-door-options.ts';
import { answerCodes, answerIndex } from './info.ts';
import type { MetricsDoor } from './metrics-door.ts';
import { answerBrokenRequest, answerCrowd, answerTunnel } from './raw-answers.ts';
import { foreignHost, foreignOrigin, missingHost, unmetExpectation, wrongMethod } from './refusals.ts';
import { createRouter } from './router.ts';
import type { Router } from './router.ts';
import { ServerPaths } from './server-paths.ts';
import { createUnknownPath } from './unknown-path.ts';
import type { UnknownPath } from './unknown-path.ts';

/** Takes HTTP requests: checks host, origin, path and caller, and hands them to the endpoint of the server. */
export class HttpDoor {
  readonly closed: Promise<void>;
  readonly #options: HttpDoorOptions;
  readonly #router: Router;
  readonly #running: Running;
  readonly #servers: ServerPaths;
  readonly #approvals: ApprovalsPaths;
  /** The connections, each with its latest response. */
  readonly #sockets = new Map<Socket, ServerResponse | undefined>();
  readonly #unknownPath: UnknownPath;
  readonly #answering: Answering;
  readonly #patience = new Patience();
  #closing: Promise<void> | undefined;
  #onClosed: () => void = () => undefined;
  #endWatch: () => void = () => undefined;

  constructor(options: HttpDoorOptions) {
    const { servers, limits, onError } = options;
    this.#options = options;
    this.closed = new Promise((resolve) => (this.#onClosed = resolve));
    this.#router = createRouter(servers);
    this.#unknownPath = createUnknownPath(servers);
    this.#running = new Running(limits.calls);
    this.#answering = new Answering(onError);
    this.#servers = new ServerPaths(options, { running: this.#running, answering: this.#answering });
    this.#approvals = new ApprovalsPaths(options, this.#answering);
  }

  attach(http: HttpServer): void {
    const { limits, onError } = this.#options;
    this.#endWatch = watchStrayErrors(onError);
    const secure = http instanceof TlsServer;
    // Before the handshake there is no way to answer: connections beyond the limit are dropped.
    if (secure) http.maxConnections = limits.connections;
    http.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
      if (this.#sockets.size >= limits.connections) {
        return this.#record(answerCrowd(socket, limits.connections), callerOnSocket(socket));
      }
      this.#sockets.set(socket, undefined);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    http.on('clientError', (error, socket: Socket) => {
      // A handshake that failed: nothing can be answered.
      if (secure && !this.#sockets.has(socket)) return void socket.destroy();
      const failure = answerBrokenRequest(error, socket, this.#sockets.get(socket));
      if (failure) this.#record(failure, callerOnSocket(socket));
    });
    http.on('connect', (_, socket: Socket) => this.#record(answerTunnel(socket), callerOnSocket(socket)));
    http.on('checkExpectation', (request, response) =>
      this.#refuseAtDoor(request, response, unmetExpectation(), { connection: 'close' }),
    );
    http.on('request', (request, response) => {
      // A connection beyond the limit has had its answer already.
      if (!this.#sockets.has(request.socket)) return;
      this.#sockets.set(request.socket, response);
      try {
        this.#answering.watch(this.#handle(request, response), response);
      } catch (thrown) {
        this.#answering.fail(thrown, response);
      }
    });
  }

  close(http: HttpServer, { now = false }: CloseOptions = {}): Promise<void> {
    if (now) this.#patience.hurry();
    return (this.#closing ??= this.#end(http));
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
    if ('server' in target) return this.#servers.serve(target, request, response);
    if (target.kind === 'approvals') return this.#approvals.serve(target, request, response);
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

  async #end(http: HttpServer): Promise<void> {
    const { lameDuckMs, stopMs } = this.#options.limits;
    await this.#patience.wait(lameDuckMs);
    const ended = new Promise<void>((resolve) => http.close(() => resolve()));
    http.closeIdleConnections();
    await this.#patience.within(stopMs, this.#running.idle());
    await this.#running.end();
    // Every call has its outcome now, but the SDK may still be writing to its streams.
    await this.#answering.settled(1000);
    await within(1000, this.#servers.close());
    // All answers have left now; what is still open is a stream or an idle connection.
    setTimeout(() => http.closeAllConnections(), 100).unref();
    http.closeIdleConnections();
    await ended;
    this.#endWatch();
    this.#onClosed();
  }
}

/** The caller on a connection whose request cannot be read. */
const callerOnSocket = ({ remoteAddress = 'unknown' }: Socket): Caller => ({
  transport: 'http',
  local: false,
  address: plainAddress(remoteAddress),
});
