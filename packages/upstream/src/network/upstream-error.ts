/**
 * How a request ended without a whole answer. `connect_timeout` and the kinds before it end a request before it is
 * sent; after the others it is unknown whether the request arrived.
 */
export type NetworkEnd =
  | 'refused'
  | 'unreachable'
  | 'dns'
  | 'tls'
  | 'connect_timeout'
  | 'timeout'
  | 'aborted'
  | 'dropped'
  | 'unreadable'
  | 'too_large';

export interface UpstreamErrorFacts {
  /** The system's code, such as `ECONNRESET`. */
  readonly code?: string;
  /** The status, where the answer had begun. */
  readonly status?: number;
  /** False for `aborted` where nothing of the request had been sent. */
  readonly sent?: boolean;
  /** For `too_large`: how many bytes were allowed, and how many came. */
  readonly size?: { readonly limit: number; readonly actual: number };
  readonly cause?: unknown;
}

/** A request that ended without a whole answer. Its message holds nothing of the request. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly end: NetworkEnd;
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly sent: boolean;
  readonly size: { readonly limit: number; readonly actual: number } | undefined;

  constructor(end: NetworkEnd, facts: UpstreamErrorFacts = {}) {
    super(sentences[end], facts.cause === undefined ? {} : { cause: facts.cause });
    this.end = end;
    this.code = facts.code;
    this.status = facts.status;
    this.sent = facts.sent ?? true;
    this.size = facts.size;
  }
}

/** The description of each end, for people. */
export const sentences: Readonly<Record<NetworkEnd, string>> = {
  refused: 'the connection was refused',
  unreachable: 'the host could not be reached',
  dns: 'the host name could not be resolved',
  tls: 'no secure connection could be established',
  connect_timeout: 'no connection was established in time',
  timeout: 'the response did not arrive in time',
  aborted: 'the request was cancelled',
  dropped: 'the connection was lost before the response was complete',
  unreadable: 'the response could not be read',
  too_large: 'the response exceeds the size limit',
};
