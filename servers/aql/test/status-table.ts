import type { Effect, Json, JsonObject } from '@recourse/contract';

/** One cell: the answer of an API, and the resulting code under either table of statuses. */
export interface StatusRow {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A string is sent as it is, everything else as JSON. */
  readonly body: Json | undefined;
  readonly code: string;
  /** By the contract's own algorithm. */
  readonly strict: string;
  readonly details: JsonObject;
  readonly effect: Effect;
  /** When to come back, where it says so. */
  readonly waitMs: number | undefined;
}

type More = Partial<Pick<StatusRow, 'headers' | 'body' | 'details' | 'effect' | 'waitMs'>>;

const row = (method: StatusRow['method'], status: number, code: string, strict: string, more: More = {}): StatusRow => {
  const { headers = {}, body, details = {}, effect = 'none', waitMs } = more;
  return { method, status, code, strict, headers, body, details, effect, waitMs };
};

/** The moment at which the rows are true. */
export const tableTime = Date.parse('2026-01-28T12:00:00Z');

const type = 'VALIDATION_INVALID_TYPE';
const denied = 'PERMISSION_DENIED';
const missing = 'NOT_FOUND_RESOURCE';
const fault = 'INTERNAL_ERROR';
const limited = 'RATE_LIMIT_EXCEEDED';
const rejected = 'VALIDATION_UPSTREAM_REJECTED';
const down = 'UPSTREAM_UNAVAILABLE';
const late = 'UPSTREAM_TIMEOUT';
const exists = 'CONFLICT_ALREADY_EXISTS';
const changed = 'CONFLICT_VERSION_MISMATCH';
const unknown = { effect: 'unknown' } as const;
const nothingLeft = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1769601690' };
const oneField = { ratelimit: '"hourly";r=0;t=30', 'ratelimit-policy': '"hourly";q=60;w=3600' };
const page = { headers: { 'content-type': 'text/html' }, body: '<html><body>Bad gateway</body></html>' };

/** Status × body × header. The wording of an API's answer never chooses the code. */
// prettier-ignore
export const statusTable: readonly StatusRow[] = [
  row('GET', 400, rejected, type),
  row('POST', 400, rejected, type, { body: { message: 'Problems parsing JSON' }, details: { upstream_error: 'Problems parsing JSON' } }),
  row('POST', 400, rejected, type, { body: 'plain words', details: { upstream_error: 'plain words' } }),
  row('GET', 400, rejected, type, { body: { error: 'invalid_grant', error_description: 'The code is old' }, details: { upstream_error: 'The code is old' } }),
  row('GET', 400, rejected, type, { body: { title: 'Bad', detail: 'page must be positive' }, details: { upstream_error: 'page must be positive' } }),
  row('GET', 400, rejected, type, { body: { message: 'rate limit exceeded, not found, permission denied' } }),
  row('GET', 400, rejected, type, { headers: { 'retry-after': '5' } }),
  row('GET', 401, denied, denied),
  row('POST', 401, denied, denied, { body: { message: 'Bad credentials' }, details: { reason: 'Bad credentials', upstream_error: 'Bad credentials' } }),
  row('GET', 402, denied, type, { body: { message: 'Pay first' }, details: { upstream_error: 'Pay first' } }),
  row('GET', 403, denied, denied),
  row('POST', 403, denied, denied, { body: { message: 'Must have admin rights' }, details: { reason: 'Must have admin rights' } }),
  row('GET', 403, denied, denied, { headers: { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '1' } }),
  row('GET', 403, limited, denied, { headers: nothingLeft, details: { limit: 60, remaining: 0, resets_at: '2026-01-28T12:01:30.000Z', retry_after_seconds: 90 }, waitMs: 90_000 }),
  row('POST', 403, limited, denied, { headers: { 'retry-after': '7' }, details: { retry_after_seconds: 7 }, waitMs: 7000 }),
  row('GET', 403, limited, denied, { headers: { 'retry-after': 'Wed, 28 Jan 2026 12:00:30 GMT' }, waitMs: 30_000 }),
  row('GET', 403, limited, denied, { headers: oneField, details: { limit: 60, remaining: 0, window: 'hour', limit_name: 'hourly' }, waitMs: 30_000 }),
  row('GET', 403, limited, denied, { headers: { ratelimit: 'limit=100, remaining=0, reset=30' }, details: { limit: 100, remaining: 0 }, waitMs: 30_000 }),
  row('GET', 403, denied, denied, page),
  row('GET', 404, missing, missing, { details: { resource_type: 'thing', resource_id: '7' } }),
  row('GET', 404, missing, missing, { body: { message: 'Not Found' }, details: { upstream_error: 'Not Found' } }),
  row('PATCH', 404, missing, missing, page),
  row('GET', 404, missing, missing, { headers: nothingLeft }),
  row('POST', 405, rejected, type),
  row('GET', 406, rejected, type),
  row('GET', 407, denied, type),
  row('GET', 408, late, type),
  row('POST', 408, late, type, unknown),
  row('GET', 409, rejected, type),
  row('GET', 409, rejected, type, { body: { message: 'Git Repository is empty.' }, details: { upstream_error: 'Git Repository is empty.' } }),
  row('GET', 429, limited, type, { headers: { 'retry-after': '7' }, details: { remaining: 0, resets_at: '2026-01-28T12:00:07.000Z', retry_after_seconds: 7 }, waitMs: 7000 }),
  row('POST', 409, exists, type, { details: { resource_type: 'thing' } }),
  row('PATCH', 409, changed, type, { body: { message: 'Edit conflict' }, details: { upstream_error: 'Edit conflict', resource_id: '7' } }),
  row('GET', 410, missing, type, { details: { resource_id: '7' } }),
  row('POST', 411, rejected, type),
  row('PATCH', 412, changed, type, { details: { resource_id: '7' } }),
  row('POST', 412, changed, type),
  row('POST', 413, 'VALIDATION_PAYLOAD_TOO_LARGE', type, { details: { limit_type: 'request_size', unit: 'bytes' } }),
  row('PATCH', 413, 'VALIDATION_PAYLOAD_TOO_LARGE', type, { body: { message: 'Too big' }, details: { upstream_error: 'Too big' } }),
  row('GET', 414, rejected, type),
  row('POST', 415, rejected, type),
  row('GET', 418, rejected, type),
  row('POST', 422, rejected, type, { body: { message: 'Validation Failed', errors: [{ field: 'title', code: 'missing_field' }] }, details: { upstream_error: 'Validation Failed' } }),
  row('POST', 422, rejected, type, { body: { message: 'name already exists on this account' } }),
  row('POST', 422, rejected, type, { body: [] }),
  row('PATCH', 423, down, type, { details: { http_status: 423 } }),
  row('GET', 425, down, type),
  row('PATCH', 428, rejected, type),
  row('GET', 429, limited, type),
  row('POST', 429, limited, type, { headers: { 'retry-after': '60' }, details: { http_status: 429 }, waitMs: 60_000 }),
  row('GET', 429, limited, type, { headers: nothingLeft, waitMs: 90_000 }),
  row('GET', 429, limited, type, { headers: { ...nothingLeft, 'retry-after': '5' }, waitMs: 5000 }),
  row('GET', 429, limited, type, { headers: oneField, waitMs: 30_000 }),
  row('GET', 429, limited, type, { headers: { 'retry-after': 'soon' } }),
  row('GET', 429, limited, type, { headers: { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '12' }, waitMs: 12_000 }),
  row('GET', 431, rejected, type),
  row('GET', 451, denied, type),
  row('GET', 499, rejected, type),
  row('GET', 500, down, fault, { details: { http_status: 500 } }),
  row('POST', 500, down, fault, { ...unknown, body: { message: 'boom' }, details: { upstream_error: 'boom' } }),
  row('PATCH', 500, down, fault, { ...unknown, ...page }),
  row('POST', 501, down, fault),
  row('GET', 502, down, fault, page),
  row('POST', 502, down, fault, unknown),
  row('GET', 503, down, fault, { headers: { 'retry-after': '120' }, waitMs: 120_000 }),
  row('POST', 503, down, fault, { ...unknown, headers: { 'retry-after': '3' }, body: { message: 'Service temporarily unavailable' }, details: { upstream_error: 'Service temporarily unavailable' }, waitMs: 3000 }),
  row('GET', 504, late, fault),
  row('POST', 504, late, fault, unknown),
  row('GET', 507, down, fault),
  row('GET', 511, denied, fault),
  row('POST', 511, denied, fault),
  row('GET', 599, down, fault),
];
