import type { Rule } from '../rule.ts';

/**
 * Messages of programs of every kind: of the MCP SDKs and of schema validators, system errors of Node and
 * SQLite, statuses of HTTP, and the usual words. The first row that fits counts, so the more exact ones come first.
 */
// A table reads by the row:
// prettier-ignore
export const general: readonly Rule[] = [
  { code: 'NOT_FOUND_OPERATION', confidence: 'high', status: [-32_602], words: ['tool * not found', 'unknown tool'] },
  { code: 'NOT_FOUND_OPERATION', confidence: 'medium', status: [-32_601] },
  { code: 'VALIDATION_MISSING_PARAM', confidence: 'high', words: ['validation error for * field required', 'validation errors for * field required'] },
  { code: 'VALIDATION_UNKNOWN_PARAM', confidence: 'high', words: ['validation error for * extra inputs are not permitted', 'validation error for * unexpected keyword argument'] },
  { code: 'VALIDATION_INVALID_ENUM', confidence: 'high', words: ['validation error for *type=literal_error', 'validation error for *type=enum'] },
  { code: 'VALIDATION_INVALID_TYPE', confidence: 'high', words: ['validation error for * input should be a valid'] },
  { code: 'NOT_FOUND_RESOURCE', confidence: 'medium', words: ['error executing tool * not found', 'error calling tool * not found'] },
  { code: 'NOT_FOUND_OPERATION', confidence: 'medium', words: ['unknown tool', 'tool * not found', 'no such tool'] },
  { code: 'VALIDATION_MISSING_PARAM', confidence: 'high', words: ['invalid arguments for tool * received undefined'] },
  { code: 'VALIDATION_INVALID_ENUM', confidence: 'high', words: ['invalid arguments for tool * invalid option', 'invalid arguments for tool * invalid enum value'] },
  { code: 'VALIDATION_UNKNOWN_PARAM', confidence: 'high', words: ['invalid arguments for tool * unrecognized key', 'invalid arguments for tool * unrecognized keys', 'invalid arguments for tool * unrecognized key(s)'] },
  { code: 'VALIDATION_INVALID_TYPE', confidence: 'high', words: ['invalid arguments for tool * expected * received'] },
  { code: 'VALIDATION_UPSTREAM_REJECTED', confidence: 'high', words: ['invalid arguments for tool', 'input validation error'] },
  { code: 'UPSTREAM_UNAVAILABLE', confidence: 'high', words: ['SQLITE_BUSY', 'SQLITE_LOCKED', 'ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'getaddrinfo ENOTFOUND'] },
  { code: 'UPSTREAM_TIMEOUT', confidence: 'high', words: ['ETIMEDOUT', 'ESOCKETTIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'] },
  { code: 'NOT_FOUND_RESOURCE', confidence: 'high', words: ['ENOENT'] },
  { code: 'PERMISSION_DENIED', confidence: 'high', words: ['EACCES', 'EPERM', 'EROFS'] },
  { code: 'CONFLICT_ALREADY_EXISTS', confidence: 'high', words: ['EEXIST', 'UNIQUE constraint failed', 'SQLITE_CONSTRAINT_UNIQUE'] },
  { code: 'VALIDATION_UPSTREAM_REJECTED', confidence: 'high', words: ['EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'ENAMETOOLONG', 'SQLITE_CONSTRAINT', 'SQLITE_RANGE', 'SQLITE_MISMATCH', 'constraint failed'] },
  { code: 'RATE_LIMIT_EXCEEDED', confidence: 'high', status: [429] },
  { code: 'RATE_LIMIT_EXCEEDED', confidence: 'medium', words: ['too many requests', 'rate limit', 'rate limits', 'rate limited', 'rate limit exceeded', 'rate-limited', 'rate_limited', 'rate_limit_exceeded', 'ratelimit', 'ratelimited', 'throttled', 'throttling'] },
  { code: 'RATE_LIMIT_QUOTA_EXHAUSTED', confidence: 'medium', words: ['quota exceeded', 'exceeded your current quota', 'quota exhausted', 'insufficient_quota', 'out of quota'] },
  { code: 'PERMISSION_DENIED', confidence: 'high', status: [401, 403] },
  { code: 'PERMISSION_DENIED', confidence: 'medium', words: ['access denied', 'permission denied', 'unauthorized', 'not authorized', 'forbidden', 'do not have permission', 'does not have permission', 'invalid api key', 'authentication failed', 'authentication required', 'bad credentials'] },
  { code: 'CONFLICT_ALREADY_EXISTS', confidence: 'medium', words: ['already exists', 'duplicate key', 'duplicate entry', 'E11000'] },
  { code: 'CONFLICT_VERSION_MISMATCH', confidence: 'medium', status: [409, 412] },
  { code: 'NOT_FOUND_RESOURCE', confidence: 'high', status: [404, 410] },
  { code: 'UPSTREAM_TIMEOUT', confidence: 'high', status: [408, 504] },
  { code: 'UPSTREAM_UNAVAILABLE', confidence: 'high', status: [502, 503] },
  { code: 'UPSTREAM_UNAVAILABLE', confidence: 'low', status: [500] },
  { code: 'VALIDATION_UPSTREAM_REJECTED', confidence: 'medium', status: [400, 422, -32_602] },
  { code: 'VALIDATION_PAYLOAD_TOO_LARGE', confidence: 'medium', status: [413] },
  { code: 'UPSTREAM_TIMEOUT', confidence: 'medium', words: ['timed out', 'timeout exceeded', 'timeout * exceeded', 'TimeoutError', 'deadline exceeded', 'request timeout'] },
  { code: 'UPSTREAM_UNAVAILABLE', confidence: 'medium', words: ['fetch failed', 'socket hang up', 'connection refused', 'connection reset', 'service unavailable', 'bad gateway', 'temporarily unavailable', 'database is locked', 'network error'] },
  { code: 'NOT_FOUND_RESOURCE', confidence: 'medium', words: ['no such file', 'no such table', 'no such column', 'does not exist', 'not found', 'could not be found', 'unknown database'] },
  { code: 'VALIDATION_UPSTREAM_REJECTED', confidence: 'low', words: ['syntax error', 'invalid', 'must be', 'cannot specify both', 'not a valid', 'is required'] },
];
