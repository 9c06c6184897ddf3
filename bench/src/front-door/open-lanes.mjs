import { openConnection, postOnce } from './http-connection.mjs';
import { openLines } from './line-connection.mjs';
import { httpWire, initialize, initialized, mcpHeaders, request, restWire, stdioWire } from './wires.mjs';

/**
 * Lanes to a server, so many calls at once. Over HTTP the connections are new ones, because servers close those that
 * were idle while their neighbours were measured.
 *
 * @typedef {{ readonly lanes: readonly import('./load.mjs').Lane[], close(): void }} Lanes
 * @typedef {(concurrency: number) => Promise<Lanes>} OpenLanes
 */

/**
 * @param {import('./variants.mjs').Variant} variant
 * @param {import('./server-process.mjs').ServerProcess} server
 * @param {import('./wires.mjs').Headers} headers
 * @returns {Promise<OpenLanes>}
 */
export const connectTo = (variant, server, headers) =>
  variant.transport === 'http' ? connectHttp(variant, server, headers) : connectStdio(variant, server);

/** @type {(variant: import('./variants.mjs').Variant, server: import('./server-process.mjs').ServerProcess, headers: import('./wires.mjs').Headers) => Promise<OpenLanes>} */
const connectHttp = async (variant, { port, complaints }, headers) => {
  const own = { host: `127.0.0.1:${port}`, ...headers };
  const session = variant.hasSession ? await openSession(port, headers) : {};
  const wire = variant.isRest ? restWire(own) : httpWire(variant.era, variant.kind, { ...own, ...session });
  return async (concurrency) => {
    /** @type {(error: Error) => void} */
    const onError = (error) => {
      throw new Error(`${variant.name}: ${error.message}\n${complaints()}`);
    };
    const connections = await Promise.all(Array.from({ length: concurrency }, () => openConnection(port, onError)));
    return {
      lanes: connections.map((connection) => ({
        call: (number, onAnswer) =>
          connection.send(wire.write(number), (status, body) =>
            onAnswer(status === 200 && wire.isRight(body, number), `${status} ${body}`),
          ),
      })),
      close: () => {
        for (const connection of connections) connection.close();
      },
    };
  };
};

/** @type {(port: number, headers: import('./wires.mjs').Headers) => Promise<import('./wires.mjs').Headers>} */
const openSession = async (port, headers) => {
  const all = { ...mcpHeaders('2025', ''), 'content-type': 'application/json', ...headers };
  const opened = await postOnce(port, '/mcp', all, request('2025', 0, initialize.method, initialize.params));
  const session = { 'mcp-session-id': opened.get('mcp-session-id') ?? '' };
  await postOnce(port, '/mcp', { ...all, ...session }, initialized);
  return session;
};

/** @type {(variant: import('./variants.mjs').Variant, server: import('./server-process.mjs').ServerProcess) => Promise<OpenLanes>} */
const connectStdio = async (variant, { child }) => {
  const lines = openLines(child.stdin, child.stdout);
  if (variant.era === '2025') await shakeHands(lines);
  const wire = stdioWire(variant.era, variant.kind);
  /** @type {import('./load.mjs').Lane} */
  const lane = {
    call: (number, onAnswer) =>
      lines.send(number, wire.write(number), (line) => onAnswer(wire.isRight(line, number), line)),
  };
  return async (concurrency) => ({ lanes: Array.from({ length: concurrency }, () => lane), close: () => undefined });
};

/** The handshake of the older era. @param {import('./line-connection.mjs').LineConnection} lines */
export const shakeHands = async (lines) => {
  const opening = `${JSON.stringify(request('2025', 0, initialize.method, initialize.params))}\n`;
  await new Promise((resolve) => lines.send(0, opening, resolve));
  lines.tell(`${JSON.stringify(initialized)}\n`);
};
