import type { Readable, Writable } from 'node:stream';
import type { Server } from '@recourse/engine';
import type { ErrorForm } from '../door/lane.ts';
import type { Serving } from './serving.ts';
import { StdioDoor } from './stdio-door.ts';
import { takeStdout } from './take-stdout.ts';

export interface ServeStdioOptions {
  readonly input?: Readable;
  /** Without one, stdout is taken for the protocol: whatever else the process writes there goes to stderr. */
  readonly output?: Writable;
  /** Told of what goes wrong beside any call. */
  readonly onError?: (error: Error) => void;
  /** How failures reach a caller that opens no session, in the `jsonrpc` dialect. */
  readonly errors?: ErrorForm;
  readonly limits?: Partial<StdioLimits>;
}

/** What one client may take up. */
export interface StdioLimits {
  /** The longest message. */
  readonly messageBytes: number;
  /** Calls that run at the same time. */
  readonly calls: number;
  /** How long calls may go on once the client has gone or the server is to end. */
  readonly stopMs: number;
}

const stdioLimits: StdioLimits = { messageBytes: 4 * 1024 * 1024, calls: 1024, stopMs: 5000 };

/** Serves MCP over stdio, in the revision that the client opens with. Every line that comes in is answered for. */
export const serveStdio = (server: Server, options: ServeStdioOptions = {}): Promise<Serving> => {
  const { input = process.stdin, output = takeStdout(), onError = () => undefined, errors, limits } = options;
  const door = new StdioDoor({ server, input, output, onError, errors, limits: { ...stdioLimits, ...limits } });
  door.open();
  return Promise.resolve(door);
};
