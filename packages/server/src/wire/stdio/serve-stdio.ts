import type { Readable, Writable } from 'node:stream';
import type { Server } from '@recourse/engine';
import type { ErrorForm } from '../../call/render.ts';
import type { Serving } from '../../serving.ts';
import { StdioDoor } from './stdio-door.ts';
import { takeStdout } from './take-stdout.ts';

export interface ServeStdioOptions {
  readonly input?: Readable;
  /** Without one, stdout is reserved for the protocol: other output of the process goes to stderr. */
  readonly output?: Writable;
  /** Receives errors that belong to no call. */
  readonly onError?: (error: Error) => void;
  /** How failures reach a caller that opens no session, in the `jsonrpc` dialect. */
  readonly errors?: ErrorForm;
  readonly limits?: Partial<StdioLimits>;
}

/** Limits of one client. */
export interface StdioLimits {
  /** The longest message. */
  readonly messageBytes: number;
  /** Calls that run at the same time. */
  readonly calls: number;
  /** How long requests are still served after `close`, before the server stops. */
  readonly lameDuckMs: number;
  /** How long calls may run on when the client is gone or the server ends. */
  readonly stopMs: number;
}

const stdioLimits: StdioLimits = { messageBytes: 4 * 1024 * 1024, calls: 1024, lameDuckMs: 0, stopMs: 5000 };

/** Serves MCP over stdio, in the revision that the client opens with. Every request gets an answer. */
export const serveStdio = (server: Server, options: ServeStdioOptions = {}): Promise<Serving> => {
  const { input = process.stdin, output = takeStdout(), onError = () => undefined, errors, limits } = options;
  const door = new StdioDoor({ server, input, output, onError, errors, limits: { ...stdioLimits, ...limits } });
  door.open();
  return Promise.resolve(door);
};
