import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '@recourse/contract';
import type { Principal, Server } from '@recourse/engine';
import { unknownCaller } from '@recourse/engine/front-door';
import type { Caller } from '@recourse/engine/front-door';
import type { Running } from '../call/running.ts';
import { rpcErrors } from '../rpc/protocol.ts';
import { payloadTooLarge } from '../rpc/refusals.ts';
import { answerFailure, answerRpc } from '../wire/http/answer.ts';
import { McpEndpoint } from '../wire/http/mcp-endpoint.ts';
import { pathOf } from '../wire/http/path-of.ts';
import { RestEndpoint } from '../wire/rest/rest-endpoint.ts';
import { plainAddress } from './addresses.ts';
import type { Answering } from './answering.ts';
import { callerOf } from './caller.ts';
import type { HttpDoorOptions } from './http-door-options.ts';
import { refuseMediaType } from './media-type.ts';
import type { OAuthDoor } from './oauth-door.ts';
import { PrincipalConnections } from './principal-connections.ts';
import { readBody } from './read-body.ts';
import { storeFailure, wrongMethod } from './refusals.ts';
import type { Target } from './router.ts';
import { hasTokenInAddress, invalidToken, issuerUnavailable, tokenInAddress } from './token-refusals.ts';

type ServerTarget = Extract<Target, { server: Server }>;

/** The parts of a door that its paths share. */
export interface DoorParts {
  readonly running: Running;
  readonly answering: Answering;
}

/** Serves the paths of servers: identifies the caller and hands the request to the endpoint. */
export class ServerPaths {
  readonly #options: HttpDoorOptions;
  readonly #answering: Answering;
  readonly #mcp: ReadonlyMap<Server, McpEndpoint>;
  readonly #rest: ReadonlyMap<Server, RestEndpoint>;
  readonly #connections: PrincipalConnections;

  constructor(options: HttpDoorOptions, { running, answering }: DoorParts) {
    const { servers, limits, errors, sessions, oauth, onError } = options;
    this.#options = options;
    this.#answering = answering;
    this.#connections = new PrincipalConnections(limits.connectionsPerPrincipal);
    this.#mcp = new Map(
      servers.map((server) => {
        const lacking = oauth?.lacking(server);
        return [server, new McpEndpoint({ server, errors, limits, running, sessions, lacking, onError })] as const;
      }),
    );
    this.#rest = new Map(servers.map((server) => [server, new RestEndpoint({ server, running })]));
  }

  /** Ends the sessions and streams of every server. */
  async close(): Promise<void> {
    await Promise.all([...this.#mcp.values()].map((endpoint) => endpoint.close()));
  }

  /** Serves a path of a server: from here on, the caller must be known. */
  serve(target: ServerTarget, request: IncomingMessage, response: ServerResponse): Promise<void> | void {
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
      this.#answering.run(() => this.#take(target, request, response, { caller, bytes: body.bytes }), response);
    });
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
}

/** The caller with its principal. Written out: this runs for every request, and object spread is slow here. */
const known = ({ transport, local, address = '', key }: Caller, principal: Principal): Caller => {
  if (key !== undefined) return { transport, local, address, key, principal };
  return address === '' ? { transport, local, principal } : { transport, local, address, principal };
};
