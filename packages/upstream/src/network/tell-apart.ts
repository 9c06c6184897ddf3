import type { NetworkEnd } from './upstream-error.ts';

const ends: Readonly<Record<string, NetworkEnd>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_NODATA: 'dns',
  EAI_NONAME: 'dns',
  EAI_FAIL: 'dns',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'dropped',
  EPIPE: 'dropped',
  UND_ERR_SOCKET: 'dropped',
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'tls',
  CERT_NOT_YET_VALID: 'tls',
  CERT_REVOKED: 'tls',
  CERT_UNTRUSTED: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  HOSTNAME_MISMATCH: 'tls',
};

export interface ToldApart {
  readonly end: NetworkEnd;
  readonly code?: string;
}

const deepest = 5;

/** Classifies the end of a request by the system's error code, which is somewhere in the chain of causes. */
export const tellApart = (thrown: unknown): ToldApart => {
  let error: unknown = thrown;
  for (let depth = 0; depth < deepest && error instanceof Error; depth += 1) {
    const code = codeOf(error);
    const end = code === undefined ? undefined : endOf(code);
    if (end && code) return { end, code };
    // Several addresses were tried: all of them failed, and mostly in the same way.
    error = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error.cause;
  }
  // Any other error may have come after the request was sent.
  return { end: 'dropped' };
};

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

const endOf = (code: string): NetworkEnd | undefined => {
  if (Object.hasOwn(ends, code)) return ends[code];
  if (code.startsWith('ERR_TLS_') || code.startsWith('ERR_SSL_')) return 'tls';
  return code.startsWith('HPE_') ? 'unreadable' : undefined;
};
