import { boundFetch, createBoundedFetch } from '@recourse/upstream';
import type { ReadFetch, ReadResponse } from '@recourse/upstream';
import { AnswerCache } from './fetch/answer-cache.ts';
import { createConditionalFetch } from './fetch/conditional-fetch.ts';
import { createLimitedFetch } from './fetch/limited-fetch.ts';
import { createRedirectingFetch } from './fetch/redirecting-fetch.ts';
import { Turns } from './fetch/turns.ts';
import type { GitHubOptions, GitHubRequest } from './github.ts';

/** An answer of GitHub, whatever its status. */
export interface Received {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly data: unknown;
}

const apiVersion = '2022-11-28';
const defaults = { maxBytes: 16 * 1024 * 1024, entries: 300, cacheBytes: 16 * 1024 * 1024, atOnce: 20 };

/**
 * Sends requests. Octokit's endpoint writes them: it fills in templates and media types. We send them and read the
 * answers ourselves, because Octokit's own request turns every refusal into a message, fails on a deeply nested one and
 * depends on a package that needs Node 22. Returns every answer of GitHub, refusals included; throws an
 * `UpstreamError` if no whole answer came.
 */
export const createTransport = (
  options: GitHubOptions & { readonly baseUrl: string; readonly timeoutMs: number },
): ((request: GitHubRequest<unknown>) => Promise<Received>) => {
  const { baseUrl, timeoutMs, maxBytes: mostBytes = defaults.maxBytes, followMoved = true } = options;
  const { entries = defaults.entries, bytes = defaults.cacheBytes } = options.cache ?? {};
  const cache = new AnswerCache({ entries, bytes });
  const turns = new Turns(options.atOnce ?? defaults.atOnce);
  const { fetch: given } = options;
  const bounds = { timeoutMs, maxBytes: mostBytes };
  const bounded = given ? boundFetch(given, bounds) : createBoundedFetch(bounds);
  const fetchFor = ({ maxBytes = mostBytes, timeLeft, ...request }: GitHubRequest<unknown>): ReadFetch => {
    const changes = request.writes ?? !request.route.startsWith('GET ');
    const limited = createLimitedFetch((address, init) => bounded(address, { ...init, maxBytes }), {
      turns,
      timeoutMs,
      writes: changes,
      ...(timeLeft && { timeLeft }),
    });
    return createConditionalFetch(followMoved ? createRedirectingFetch(limited, baseUrl) : limited, cache);
  };
  const { token, userAgent = 'recourse' } = options;
  const ownHeaders = {
    'x-github-api-version': apiVersion,
    'user-agent': userAgent,
    ...(token && { authorization: authorizationOf(token) }),
  };

  return async (request) => {
    const { route, parameters, accept, signal } = request;
    // Loaded with the first request: a server that only lists its tools does not need Octokit.
    const { endpoint } = await import('@octokit/endpoint');
    const headers = { ...ownHeaders, ...(accept && { accept }) };
    const { url, method, body, headers: written } = endpoint(route, { baseUrl, ...parameters, headers });
    const response = await fetchFor(request)(url, {
      method,
      headers: Object.fromEntries(Object.entries(written).map(([name, value]) => [name, String(value)])),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    return receivedOf(response);
  };
};

/** GitHub accepts JSON Web Tokens only as bearers. */
const authorizationOf = (token: string): string =>
  `${/^[^.]+\.[^.]+\.[^.]+$/u.test(token) ? 'bearer' : 'token'} ${token}`;

const receivedOf = async (response: ReadResponse): Promise<Received> => ({
  status: response.status,
  header: (name) => response.headers.get(name) ?? undefined,
  data: dataOf(await response.text(), response.headers.get('content-type')),
});

/** The body as JSON if its type says so and it parses, otherwise as text. */
const dataOf = (text: string, contentType: string | null): unknown => {
  if (!/[/+]json\b/i.test(contentType ?? '')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
