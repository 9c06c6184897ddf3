import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from './answers/refusal.ts';
import { control } from './faults/control.ts';
import type { Fault, Faults } from './faults/faults.ts';
import { gitRequestOf, serveGit } from './git-door.ts';
import { MalformedPush } from './git/receive-pack.ts';
import { readBody } from './read-body.ts';
import { answerCall } from './rest/answer-call.ts';
import type { ApiResponse } from './rest/render-answer.ts';
import type { World } from './world.ts';

/** A certificate and its private key, both in PEM. */
export interface TlsOptions {
  readonly cert: string;
  readonly key: string;
}

export interface ServerOptions {
  readonly world: World;
  readonly faults: Faults;
  readonly httpBackend: string;
  /** The key of the control endpoint; without one it does not exist. */
  readonly controlKey: string | undefined;
  readonly maxBodyBytes: number;
  /** Answers over HTTPS; over HTTP without it. */
  readonly tls: TlsOptions | undefined;
  readonly onError: (error: unknown, requestId: string) => void;
}

const maxControlBytes = 64 * 1024;
/** A page in a browser can reach loopback under its own name; the forge answers only to names of this machine. */
const ownHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

export function createForgeServer(options: ServerOptions): Server {
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    handle(options, request, response).catch((error: unknown) => {
      options.onError(error, '-');
      if (response.headersSent) response.destroy();
      else plain(response, 500, 'Server Error');
    });
  };
  return options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
}

async function handle(options: ServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!ownHost.test(request.headers.host ?? '')) return plain(response, 421, 'The forge serves loopback hosts only.');
  const url = addressOf(options.world, request.url ?? '/');
  if (url === undefined) return plain(response, 400, 'Bad address');
  const method = request.method ?? 'GET';
  if (url.pathname.startsWith('/_forge/')) return send(request, response, await controlled(options, request, url));
  const faults = options.faults.take(method, url.pathname);
  if (await meets(options, faults, request, response)) return undefined;
  const git = gitRequestOf(method, url);
  if (git) return gitDoor(options, git, request, response);
  const answer = await answerCall(
    options.world,
    {
      method,
      url,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value?.toString()])),
      address: request.socket.remoteAddress ?? 'unknown',
      body: () => readBody(request, options.maxBodyBytes),
    },
    { onError: options.onError, refuse: (caller) => refusalFault(options.world, faults, caller) },
  );
  if (faults.some(({ kind }) => kind === 'drop_after')) {
    request.socket.destroy();
    return undefined;
  }
  return send(request, response, answer);
}

/** Clients of an enterprise server put a prefix in front. */
function addressOf(world: World, target: string): URL | undefined {
  const path = target.replace(/^\/api\/v3(?=\/|$|\?)/, '').replace(/^\/api\/graphql$/, '/graphql');
  try {
    const url = new URL(world.url() + (path.startsWith('/') ? path : `/${path}`));
    // The parser resolves dot segments, also escaped ones; an address that had any is not what it seems.
    const plainPath = path.split(/[?#]/)[0] ?? '';
    return url.pathname === (plainPath === '' ? '/' : plainPath) || url.pathname === encodeURI(plainPath)
      ? url
      : notItself(url);
  } catch {
    return undefined;
  }
}

function notItself(url: URL): URL {
  const copy = new URL(url);
  copy.pathname = '/-/';
  return copy;
}

async function controlled(options: ServerOptions, request: IncomingMessage, url: URL): Promise<ApiResponse> {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  try {
    const key = options.controlKey;
    if (key === undefined) throw new Refusal(404, 'Not Found');
    if (request.headers['x-forge-key'] !== key) throw new Refusal(401, 'The x-forge-key header is missing or wrong.');
    const body = await readBody(request, maxControlBytes);
    const call = { method: request.method ?? 'GET', path: url.pathname, body };
    const answer = await control(options.world, options.faults, call);
    return { status: answer.status, headers, body: answer.body === undefined ? '' : JSON.stringify(answer.body) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, headers, body: JSON.stringify({ message: error.message }) };
  }
}

/** Carries out the faults that come before the work; true when nothing is left to do. */
async function meets(
  options: ServerOptions,
  faults: readonly Fault[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  for (const fault of faults) {
    if (fault.kind === 'latency') await sleep(fault.ms, undefined, { ref: false });
    if (fault.kind === 'drop_before') {
      request.socket.destroy();
      return true;
    }
    if (fault.kind === 'html') {
      const body = `<html><head><title>${fault.status}</title></head><body><h1>Unicorn!</h1></body></html>`;
      send(request, response, { status: fault.status, headers: { 'content-type': 'text/html; charset=utf-8' }, body });
      return true;
    }
  }
  return false;
}

function refusalFault(world: World, faults: readonly Fault[], caller: string): Refusal | undefined {
  for (const fault of faults) {
    if (fault.kind === 'primary_limit') {
      world.limits.leave(caller, 'core', 0, world.clock.nowMs());
      return world.limits.exhausted(caller, fault.status ?? 403);
    }
    if (fault.kind === 'secondary_limit') return world.limits.tooFast(fault.status ?? 403, fault.retry_after);
    if (fault.kind === 'status') return new Refusal(fault.status, fault.message ?? 'Server Error');
  }
  return undefined;
}

async function gitDoor(
  options: ServerOptions,
  git: NonNullable<ReturnType<typeof gitRequestOf>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await serveGit(options.world, options.httpBackend, git, { request, response });
  } catch (error) {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    if (error instanceof Refusal) return plain(response, error.status, error.message, error.options.headers);
    if (error instanceof MalformedPush) return plain(response, 400, error.message);
    throw error;
  }
}

function plain(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...headers });
  response.end(`${message}\n`);
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: ApiResponse): void {
  const empty = status === 204 || status === 304;
  response.writeHead(status, empty ? headers : { ...headers, 'content-length': Buffer.byteLength(body) });
  if (empty || request.method === 'HEAD') response.end();
  else response.end(body);
  // The unread rest of a rejected request must not be parsed as the next request on this connection.
  if (!request.complete) drain(request);
}

/** Gives the client a moment to read the answer, without reading forever what it sends. */
function drain(request: IncomingMessage): void {
  request.resume();
  const timer = setTimeout(() => request.destroy(), 5000).unref();
  request.once('close', () => clearTimeout(timer));
}
