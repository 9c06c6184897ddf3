import type { SessionLimits } from '../wire/http/session-places.ts';

/** Limits of the HTTP server. */
export interface HttpLimits extends SessionLimits {
  /** The longest body. */
  readonly bodyBytes: number;
  /** The longest request line with all headers. */
  readonly headerBytes: number;
  /** Time for the headers to arrive, and for the whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long a connection may stay idle between two requests. */
  readonly idleMs: number;
  readonly connections: number;
  /** Calls that run at the same time. */
  readonly calls: number;
  /** How long calls may run on when the server ends. */
  readonly stopMs: number;
}

export const httpLimits: HttpLimits = {
  bodyBytes: 4 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  connections: 1024,
  calls: 1024,
  sessions: 1000,
  sessionsPerPrincipal: 100,
  sessionIdleMs: 30 * 60 * 1000,
  stopMs: 5000,
};
