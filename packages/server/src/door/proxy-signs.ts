import type { IncomingHttpHeaders } from 'node:http';

interface Sign {
  /** The standards, products or features that add these headers. */
  readonly by: string;
  readonly names?: readonly string[];
  readonly prefixes?: readonly string[];
}

/**
 * Headers that intermediaries add and clients do not. A request with any of them came through a proxy, whatever the
 * header says. Headers that clients commonly send themselves (X-Request-Id, traceparent, b3) are not signs.
 */
const signs: readonly Sign[] = [
  { by: 'RFC 9110, RFC 7239', names: ['via', 'max-forwards'], prefixes: ['forwarded', 'proxy-'] },
  { by: 'RFC 8470, RFC 8586, RFC 9440', names: ['early-data', 'client-cert', 'client-cert-chain'], prefixes: ['cdn-'] },
  { by: 'most proxies', prefixes: ['x-forwarded', 'x-original-', 'x-originating-', 'x-real-', 'x-proxy', 'x-remote-'] },
  { by: 'TLS termination', names: ['front-end-https', 'x-https', 'x-scheme', 'x-url-scheme'], prefixes: ['x-ssl-'] },
  { by: 'client certificates', names: ['x-client-cert', 'x-client-dn', 'x-client-verify'], prefixes: ['ssl-client-'] },
  { by: 'rewriting', names: ['x-host', 'x-http-host-override', 'x-rewrite-url', 'disguised-host'] },
  { by: 'queues', names: ['x-request-start', 'x-queue-start'] },
  { by: 'nginx', prefixes: ['x-nginx-', 'x-accel-'] },
  { by: 'HAProxy', prefixes: ['x-haproxy-'] },
  { by: 'Envoy, Istio, Linkerd', prefixes: ['x-envoy-', 'x-istio-', 'l5d-'] },
  { by: 'Traefik, Kong', prefixes: ['x-traefik-', 'x-kong-', 'x-consumer-'] },
  { by: 'Varnish, Squid, ESI', names: ['x-via', 'surrogate-capability'], prefixes: ['x-varnish', 'x-squid-'] },
  { by: 'WebLogic, Blue Coat', prefixes: ['wl-proxy-', 'x-bluecoat-'] },
  { by: 'Cloudflare, Fastly, Akamai', prefixes: ['cf-', 'fastly-', 'x-fastly-', 'akamai-', 'x-akamai-'] },
  { by: 'Imperva, Sucuri, KeyCDN', names: ['x-pull'], prefixes: ['incap-', 'x-sucuri-'] },
  { by: 'AWS', prefixes: ['x-amzn-', 'x-amz-cf-', 'cloudfront-'] },
  {
    by: 'Azure, IIS',
    names: ['x-site-deployment-id'],
    prefixes: ['x-azure-', 'x-appgw-', 'x-arr-', 'x-fd-', 'x-waws-'],
  },
  {
    by: 'Google Cloud',
    names: ['x-cloud-trace-context'],
    prefixes: ['x-appengine-', 'x-goog-iap-', 'x-goog-authenticated-user-'],
  },
  { by: 'hosting platforms', prefixes: ['fly-', 'rndr-', 'x-vercel-', 'x-nf-', 'x-railway-'] },
  { by: 'tunnels', prefixes: ['ngrok-', 'tailscale-'] },
  { by: 'sign-in proxies', prefixes: ['remote-', 'x-auth-request-', 'x-authentik-', 'x-pomerium-'] },
];

/** Names that end in an address: Client-IP, True-Client-IP, CF-Connecting-IP, X-Azure-ClientIP, X-Client-Addr. */
const addresses = /(?:^|-)(?:client|socket)?ip(?:v[46])?$|(?:client|remote|peer|source)-?addr(?:ess)?$/u;

const names: ReadonlySet<string> = new Set(signs.flatMap((sign) => sign.names ?? []));
const prefixes = signs.flatMap((sign) => sign.prefixes ?? []);

/** Some proxies and gateways write `_` for `-`. */
const isSign = (header: string): boolean => {
  const name = header.replaceAll('_', '-');
  return names.has(name) || addresses.test(name) || prefixes.some((prefix) => name.startsWith(prefix));
};

/** Whether any header shows that a proxy passed the request on. The value does not matter, not even an empty one. */
export const cameThroughProxy = (headers: IncomingHttpHeaders): boolean => {
  for (const name in headers) if (isKnownSign(name)) return true;
  return false;
};

const decided = new Map<string, boolean>();
const mostDecided = 256;
const longestName = 64;

/** Clients send the same few names repeatedly: each is decided once. */
const isKnownSign = (name: string): boolean => {
  const known = decided.get(name);
  if (known !== undefined) return known;
  const sign = isSign(name);
  if (decided.size < mostDecided && name.length <= longestName) decided.set(name, sign);
  return sign;
};
