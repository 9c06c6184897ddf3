import { isIP } from 'node:net';
import { isPublicAddress } from '@recourse/engine/network';
import { caution, wrong } from '../rules/findings.ts';
import type { Report } from '../rules/findings.ts';
import { fields, ignored, number, oneOf, text } from '../rules/index.ts';
import type { Section } from '../rules/index.ts';

const targetFields = {
  base_url: text({ longest: 2000, expected: 'an absolute https address' }),
  transport: oneOf(['http']),
  protocol: oneOf(['rest']),
  serialization: oneOf(['json']),
  timeout_ms: number({ least: 1, most: 600_000, whole: true }),
  name: ignored(),
} as const;

/** Where the API is, and how long an answer may take. */
export const target = fields(targetFields, { required: { base_url: 'the address of the API' } });

export interface Target {
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

const defaultTimeoutMs = 30_000;

/** A host that never leaves the machine, written so that no name server has a say in it. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Why every call to a host is refused or fails, unless the operator allows private addresses. */
const whyUnreachable = (hostname: string): string | undefined => {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isLoopback(hostname) && !isPublicAddress(host)) {
    return 'Calls to this address will fail unless the operator allows private addresses';
  }
  return /(?:^|\.)(?:invalid|example|test|onion)\.?$/i.test(host)
    ? 'Calls to this address will fail: such host names never resolve'
    : undefined;
};

/**
 * An address without anything that would be lost or leaked on the way. Plain http outside the machine shows every
 * call to the network: with credentials that is an error, and without them a warning.
 */
export const buildTarget = (
  section: Section<typeof targetFields> | undefined,
  signs: boolean,
  report: Report,
): Target | undefined => {
  if (section?.is.base_url === undefined) return undefined;
  const { is, at } = section;
  const place = at('base_url');
  const url = URL.canParse(section.is.base_url) ? new URL(section.is.base_url) : undefined;
  const refuse = (
    expected: string,
    suggestion: string,
    more: { confidential?: true; actual?: string } = {},
  ): undefined => {
    report(wrong(place, expected, { suggestion, ...more }));
    return undefined;
  };
  if (!url || !/^https?:$/.test(url.protocol))
    return refuse('an absolute https address', 'such as https://api.example.com/v1');
  if (url.username !== '' || url.password !== '') {
    return refuse('an address without a user or password', "use environment variables under 'auth' instead", {
      confidential: true,
      actual: 'one with credentials',
    });
  }
  if (/[?#]/.test(section.is.base_url)) {
    return refuse('an address without query or fragment', 'declare parameters on operations', {
      confidential: true,
      actual: 'one with a query or fragment',
    });
  }
  if (url.port === '0') return refuse('a valid port', 'remove the port', { actual: 'port 0' });
  const unreachable = whyUnreachable(url.hostname);
  if (unreachable !== undefined) report(caution(place, unreachable));
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    report(
      wrong(place, 'https for an address outside this machine', {
        severity: signs ? 'error' : 'warning',
        suggestion: signs ? 'credentials could be read in transit' : 'requests and responses can be read in transit',
      }),
    );
  }
  return { baseUrl: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), timeoutMs: is.timeout_ms ?? defaultTimeoutMs };
};
