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
  /** Open connections of all callers. */
  readonly connections: number;
  /** Open connections of one principal. Those of trusted proxies do not count. */
  readonly connectionsPerPrincipal: number;
  /** Calls that run at the same time. */
  readonly calls: number;
  /** How long `close` keeps serving, with `/readyz` at 503, so that a load balancer finds another server. */
  readonly lameDuckMs: number;
  /** How long calls may run on after that. */
  readonly stopMs: number;
}

export const httpLimits: HttpLimits = {
  bodyBytes: 4 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  connections: 1024,
  connectionsPerPrincipal: 512,
  calls: 1024,
  sessions: 1000,
  sessionsPerPrincipal: 500,
  sessionIdleMs: 30 * 60 * 1000,
  lameDuckMs: 0,
  stopMs: 5000,
};
