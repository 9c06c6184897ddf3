import { isFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { classifyAnswer, classifyError, retryReads, writes } from '@recourse/upstream';
import type { UpstreamAnswer, UpstreamRequest } from '@recourse/upstream';
import { graphqlUrlOf, readBaseUrl } from './base-url.ts';
import { classifyRefusal } from './classify/classify-refusal.ts';
import { graphqlRefusal } from './classify/graphql-refusal.ts';
import { withoutToken } from './classify/without-token.ts';
import { isRedirect } from './fetch/redirecting-fetch.ts';
import { GitHubError } from './github-error.ts';
import type { GitHub, GitHubAnswer, GitHubOptions, GitHubRequest, Shape } from './github.ts';
import { movedFailure } from './moved.ts';
import { nextPageOf } from './paging.ts';
import { refuseDots } from './refuse-dots.ts';
import { createTransport } from './transport.ts';
import type { Received } from './transport.ts';

const defaultTimeoutMs = 30_000;

/**
 * A client of GitHub's API on Octokit's core, without the plugins that repeat writes and wait out limits: a failure is
 * told as it is, and what to do about it is the caller's decision. Only reads are repeated, a few times.
 */
export const createGitHub = (options: GitHubOptions = {}): GitHub => {
  const baseUrl = readBaseUrl(options.baseUrl);
  const { timeoutMs = defaultTimeoutMs, now = Date.now, token } = options;
  const send = createTransport({ ...options, baseUrl, timeoutMs });

  const attempt = async <Value>(
    request: GitHubRequest<Value>,
    asked: UpstreamRequest,
    namesMoved = true,
  ): Promise<GitHubAnswer<Value> | Failure> => {
    let received: Received;
    try {
      received = await send(request);
    } catch (thrown) {
      return classifyError(thrown, asked);
    }
    const { status, header, data } = received;
    const answer = (body: unknown): UpstreamAnswer => ({
      status,
      headers: { get: header },
      body: withoutToken(body, token),
    });
    if (isRedirect(status)) {
      const moved = { baseUrl, location: header('location'), status };
      return (
        (namesMoved && (await movedFailure(moved, asked, readName))) || classifyAnswer(answer(undefined), asked, now())
      );
    }
    if (status >= 400) return classifyRefusal(answer(data), asked, now());
    const refusal = request.route.endsWith('/graphql') ? graphqlRefusal(answer(data), asked) : undefined;
    if (refusal) return refusal;
    const read = request.shape.safeParse(data);
    // A success that says nothing that can be used, such as the page of a proxy.
    if (!read.success) return classifyAnswer(answer(undefined), asked, now());
    const nextPage = nextPageOf(header('link'));
    return { value: read.data, status, ...(nextPage !== undefined && { nextPage }) };
  };

  /** Once, and without following where it leads again: names may point at each other. */
  const readName = async (path: string, shape: Shape<string>): Promise<string | undefined> => {
    const answer = await attempt({ route: `GET ${path}`, shape }, { method: 'GET', timeoutMs }, false);
    return isFailure(answer) ? undefined : answer.value;
  };

  const request = async <Value>(wanted: GitHubRequest<Value>): Promise<GitHubAnswer<Value>> => {
    refuseDots(wanted);
    const { signal } = wanted;
    const asked = askedOf(wanted, timeoutMs);
    const retry = { ...options.retry, ...(signal && { signal }) };
    const answer = await retryReads(asked, () => attempt(wanted, asked), retry);
    if (isFailure(answer)) throw new GitHubError(answer, { writes: writes(asked) });
    return answer;
  };

  return {
    baseUrl,
    request,
    pages: async <Value>(wanted: GitHubRequest<Value>, mostPages: number) => {
      const values: Value[] = [];
      let page: number | undefined = 1;
      while (page !== undefined && values.length < mostPages) {
        const parameters: GitHubRequest<Value>['parameters'] = { per_page: 100, ...wanted.parameters, page };
        const answer: GitHubAnswer<Value> = await request({ ...wanted, parameters });
        values.push(answer.value);
        page = answer.nextPage;
      }
      return { values, complete: page === undefined };
    },
    graphql: async ({ query, variables = {}, shape, ...rest }) => {
      const route = `POST ${graphqlUrlOf(baseUrl)}`;
      const ofData = { safeParse: (body: unknown) => shape.safeParse(dataOf(body)) };
      return (await request({ ...rest, route, parameters: { query, variables }, shape: ofData })).value;
    },
  };
};

const askedOf = (
  { route, resource, idempotent }: Pick<GitHubRequest<unknown>, 'route' | 'resource' | 'idempotent'>,
  timeoutMs: number,
): UpstreamRequest => ({
  method: route.split(' ', 1)[0] ?? 'GET',
  timeoutMs,
  ...(resource && { resource }),
  ...(idempotent !== undefined && { idempotent }),
});

const dataOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
