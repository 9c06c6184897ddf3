import type { CallRequest } from '../call/call.ts';
import type { Answering } from '../stages/stage.ts';
import type { Server } from './server.ts';

interface Start {
  readonly call: Server['call'];
  readonly start: (request: CallRequest) => Answering;
}

const starts = new WeakMap<Server, Start>();

/** Remembers how a server can answer a call synchronously. */
export const keepStart = (server: Server, start: Start['start']): Server => {
  starts.set(server, { call: server.call, start });
  return server;
};

/**
 * Calls a server as `server.call` does, and returns the outcome itself if the call waits for nothing. A front door
 * saves the promises of most calls with it. A server that wraps another, or whose `call` was replaced, is asked with
 * `call`.
 */
export const callAtOnce = (server: Server, request: CallRequest): Answering => {
  const known = starts.get(server);
  return known && known.call === server.call ? known.start(request) : server.call(request);
};
