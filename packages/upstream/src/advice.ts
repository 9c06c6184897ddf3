import type { FailureOptions } from '@recourse/contract';

/** What to do about causes that no repetition removes. The rows of their codes advise a repetition, or credentials. */
export const advice = {
  tls: {
    retryable: false,
    recovery: 'report',
    hint: 'Report that no secure connection to the upstream can be established: a certificate or a proxy must be corrected first.',
  },
  redirected: {
    retryable: false,
    recovery: 'report',
    hint: 'Report that the upstream redirects to another address: redirects are not followed, so the configured address must be corrected.',
  },
  unsupported: {
    retryable: false,
    recovery: 'report',
    hint: 'Report that the upstream does not support this request.',
  },
  legal: {
    recovery: 'report',
    hint: 'Report that the upstream withholds this resource for legal reasons, so asking for access does not help.',
  },
} as const satisfies Readonly<Record<string, FailureOptions>>;
