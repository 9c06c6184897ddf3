import type { Octokit } from '@octokit/core';
import { UpstreamError, createBoundedFetch } from '@recourse/upstream';
import type { ReadFetch } from '@recourse/upstream';
import { AnswerCache } from './fetch/answer-cache.ts';
import { createConditionalFetch } from './fetch/conditional-fetch.ts';
import { Turns, createLimitedFetch } from './fetch/limited-fetch.ts';
import { createRedirectingFetch } from './fetch/redirecting-fetch.ts';
import type { GitHubOptions, GitHubRequest } from './github.ts';

/** What came back, whatever its status. */
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
 * Sends requests through Octokit's core: templates, credentials and media types are its, the way to GitHub is ours.
 * Whatever GitHub answers is received; where no whole answer came, an `UpstreamError` is thrown.
 */
export const createTransport = (
  options: GitHubOptions & { readonly baseUrl: string; readonly timeoutMs: number },
): ((request: GitHubRequest<unknown>) => Promise<Received>) => {
  const { baseUrl, timeoutMs, maxBytes = defaults.maxBytes, followMoved = true } = options;
  const { entries = defaults.entries, bytes = defaults.cacheBytes } = options.cache ?? {};
  const cache = new AnswerCache({ entries, bytes });
  const turns = new Turns(options.atOnce ?? defaults.atOnce);
  const fetchWithin = (most: number): ReadFetch => {
    const bounded = createBoundedFetch({ timeoutMs, maxBytes: most, ...(options.fetch && { fetch: options.fetch }) });
    const limited = createLimitedFetch(bounded, turns);
    return createConditionalFetch(followMoved ? createRedirectingFetch(limited, baseUrl) : limited, cache);
  };
  const usual = fetchWithin(maxBytes);
  let octokit: Promise<Octokit> | undefined;

  return async ({ route, parameters, accept, signal, maxBytes: own }) => {
    const client = await (octokit ??= loadOctokit(options));
    try {
      const response = await client.request(route, {
        ...parameters,
        headers: { 'x-github-api-version': apiVersion, ...(accept && { accept }) },
        request: { fetch: own === undefined ? usual : fetchWithin(own), ...(signal && { signal }) },
      });
      return receivedOf(response);
    } catch (thrown) {
      const error: unknown = thrown instanceof Error ? thrown : undefined;
      if (isRequestError(error)) return receivedOf(error.response);
      throw error instanceof Error && error.cause instanceof UpstreamError ? error.cause : thrown;
    }
  };
};

const loadOctokit = async ({ baseUrl, token, userAgent = 'recourse' }: GitHubOptions): Promise<Octokit> => {
  // Loaded with the first request: a server that only lists its tools does not need it.
  const { Octokit: Core } = await import('@octokit/core');
  return new Core({
    ...(baseUrl !== undefined && { baseUrl }),
    userAgent,
    log: silent,
    request: { log: silent },
    ...(token && { auth: token }),
  });
};

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
}

/** Octokit throws what is no success; where GitHub has answered, the answer is in it. */
const isRequestError = (error: unknown): error is { readonly response: Response } =>
  error instanceof Error && 'response' in error && typeof error.response === 'object' && error.response !== null;

const receivedOf = ({ status, headers, data }: Response): Received => ({
  status,
  header: (name) => (headers[name] === undefined ? undefined : String(headers[name])),
  data,
});
