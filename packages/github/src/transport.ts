import type { Octokit } from '@octokit/core';
import { ReadResponse, UpstreamError, boundFetch, createBoundedFetch } from '@recourse/upstream';
import type { ReadFetch } from '@recourse/upstream';
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
const nothing = (): void => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/**
 * Sends requests. Octokit's core writes them: it fills in templates, credentials and media types. We send them and read
 * the answers ourselves, because Octokit turns every refusal into a message and fails on a deeply nested one. Returns
 * every answer of GitHub, refusals included; throws an `UpstreamError` if no whole answer came.
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
  let octokit: Promise<Octokit> | undefined;

  return async (request) => {
    const { route, parameters, accept, signal } = request;
    const client = await (octokit ??= loadOctokit(options));
    const send = fetchFor(request);
    let received: ReadResponse | undefined;
    const fetch: ReadFetch = async (address, init) => {
      received = await send(address, init);
      return noBody;
    };
    try {
      await client.request(route, {
        ...parameters,
        headers: { 'x-github-api-version': apiVersion, ...(accept && { accept }) },
        request: { fetch, ...(signal && { signal }) },
      });
    } catch (thrown) {
      throw thrown instanceof Error && thrown.cause instanceof UpstreamError ? thrown.cause : thrown;
    }
    if (!received) throw new UpstreamError('unreadable');
    return receivedOf(received);
  };
};

/** What Octokit gets to see; the real answer is read here. */
const noBody = new ReadResponse(new ArrayBuffer(0), { status: 204, headers: new Headers() });

const loadOctokit = async ({ baseUrl, token, userAgent = 'recourse' }: GitHubOptions): Promise<Octokit> => {
  // Loaded with the first request: a server that only lists its tools does not need Octokit.
  const { Octokit: Core } = await import('@octokit/core');
  return new Core({
    ...(baseUrl !== undefined && { baseUrl }),
    userAgent,
    log: silent,
    request: { log: silent },
    ...(token && { auth: token }),
  });
};

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
