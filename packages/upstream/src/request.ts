/** The facts about a request that are needed to report its outcome. */
export interface UpstreamRequest {
  readonly method: string;
  /** Whether it can change anything. Defaults to what its method says: a query that is sent by POST only looks. */
  readonly writes?: boolean;
  /** Whether a repetition leaves the same state as one request. */
  readonly idempotent?: boolean;
  /** The resource of the request, in the caller's terms. */
  readonly resource?: { readonly type?: string; readonly id?: string };
  readonly timeoutMs?: number;
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the request can have changed anything. */
export const writes = (request: UpstreamRequest): boolean =>
  request.writes ?? !reading.has(request.method.toUpperCase());
