import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the gate keeps from being answered. */
interface Stop {
  readonly method: string;
  readonly path: RegExp;
  /** Whether the forge gets the request. Its answer never comes back. */
  readonly passes: boolean;
}

/** A proxy between a server and the forge that leaves one request without an answer. */
export interface Gate {
  readonly url: string;
  /** Stops the next request that fits; resolves once the forge has answered it, or has not got it. */
  stop(stop: Stop): Promise<void>;
  close(): Promise<void>;
}

export const openGate = async (forge: string): Promise<Gate> => {
  let waiting: (Stop & { readonly stopped: () => void }) | undefined;
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const isStopped = waiting?.method === method && waiting.path.test(url);
    const stop = isStopped ? waiting : undefined;
    if (stop) waiting = undefined;
    if (stop && !stop.passes) return stop.stopped();
    const forward = request(new URL(url, forge), { method, headers: incoming.headers }, (answer) => {
      if (stop) {
        answer.resume();
        answer.on('end', stop.stopped);
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forward.on('error', () => outgoing.destroy());
    incoming.pipe(forward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: (stop) => new Promise((stopped) => (waiting = { ...stop, stopped })),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
