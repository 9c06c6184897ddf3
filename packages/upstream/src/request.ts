/** What has to be known about a request to say what became of it. */
export interface UpstreamRequest {
  readonly method: string;
  /** Whether it can change anything. By its method unless given: a query that is sent by POST only looks. */
  readonly writes?: boolean;
  /** Whether a repetition leaves the same state as one request. */
  readonly idempotent?: boolean;
  /** What it is about, as callers would name it. */
  readonly resource?: { readonly type?: string; readonly id?: string };
  readonly timeoutMs?: number;
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the request can have changed anything. */
export const writes = (request: UpstreamRequest): boolean =>
  request.writes ?? !reading.has(request.method.toUpperCase());
