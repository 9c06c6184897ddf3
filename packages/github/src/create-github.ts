import { isFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { classifyAnswer, classifyError, readRateLimit, retryReads, writes } from '@recourse/upstream';
import type { RetryOptions, UpstreamAnswer, UpstreamRequest } from '@recourse/upstream';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { graphqlUrlOf, readBaseUrl } from './base-url.ts';
import { Budget } from './budget/budget.ts';
import type { Ticket } from './budget/budget.ts';
import { writeIntervalOf } from './budget/write-interval.ts';
import { classifyRefusal } from './classify/classify-refusal.ts';
import { graphqlRefusal } from './classify/graphql-refusal.ts';
import { safeAnswer } from './classify/safe-answer.ts';
import { isRedirect } from './fetch/redirecting-fetch.ts';
import { GitHubError } from './github-error.ts';
import type { CallTime, GitHub, GitHubAnswer, GitHubOptions, GitHubRequest, Shape } from './github.ts';
import { movedFailure } from './moved.ts';
import { nextPageOf } from './paging.ts';
import { refuseDots } from './refuse-dots.ts';
import { createTransport } from './transport.ts';
import type { Received } from './transport.ts';

const defaultTimeoutMs = 30_000;

/** A shorter attempt would only replace the failure before it by its own time-out. */
const shortestAttemptMs = 1000;

/**
 * A client of GitHub's API on Octokit's core, without the plugins that repeat writes and wait out limits: a failure is
 * told as it is, and what to do about it is the caller's decision. Only reads are repeated, a few times.
 */
export const createGitHub = (options: GitHubOptions = {}): GitHub => {
  const baseUrl = readBaseUrl(options.baseUrl);
  const { timeoutMs = defaultTimeoutMs, now = Date.now, token } = options;
  const send = createTransport({ ...options, baseUrl, timeoutMs });
  const everyMs = options.writeEveryMs ?? writeIntervalOf(baseUrl);
  const budget =
    options.budget &&
    new Budget({ cells: options.budget, baseUrl, token, pace: { everyMs, burst: writeBurst }, now, sleep: pause });

  const attempt = async <Value>(
    request: GitHubRequest<Value>,
    asked: UpstreamRequest,
    namesMoved = true,
  ): Promise<GitHubAnswer<Value> | Failure> => {
    const { route, signal, timeLeft = () => timeoutMs } = request;
    let ticket: Ticket | undefined;
    let received: Received;
    try {
      const admitted = await budget?.enter({ route, writes: writes(asked), signal, timeLeft });
      if (isFailure(admitted)) return admitted;
      ticket = admitted;
      received = await send(request);
    } catch (thrown) {
      if (ticket) await budget?.leave(ticket, undefined);
      return classifyError(thrown, asked);
    }
    const { status, header, data } = received;
    const answer = (body: unknown): UpstreamAnswer => safeAnswer({ status, headers: { get: header }, body }, token);
    if (ticket) await budget?.leave(ticket, answer(data));
    tellLimit(answer(undefined), request.onLimit);
    if (isRedirect(status)) {
      const moved = { baseUrl, location: header('location'), status };
      return (
        (namesMoved && (await movedFailure(moved, asked, readName))) || classifyAnswer(answer(undefined), asked, now())
      );
    }
    if (status >= 400) return classifyRefusal(answer(data), asked, now());
    const refusal = request.route.endsWith('/graphql') ? graphqlRefusal(answer(data), asked, now()) : undefined;
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
    const asked = askedOf(wanted, timeoutMs);
    const answer = await retryReads(asked, () => attempt(wanted, askedOf(wanted, timeoutMs)), retryWithin(wanted));
    if (isFailure(answer)) throw new GitHubError(answer, { writes: writes(asked) });
    return answer;
  };

  /** A delay that leaves the call no time for an attempt is not begun: the failure is answered at once. */
  const retryWithin = ({ signal, timeLeft }: Partial<CallTime>): RetryOptions => {
    const { sleep = pause, ...retry } = options.retry ?? {};
    return {
      ...retry,
      ...(signal && { signal }),
      sleep: async (ms, until) => {
        if (timeLeft && timeLeft() <= ms + shortestAttemptMs)
          throw new Error('Not enough time is left for another attempt');
        await sleep(ms, until);
      },
    };
  };

  return clientOf(baseUrl, request);
};

/** As many writes as can follow each other at once: with one a second after them, a minute has at most 70. */
const writeBurst = 10;

const tellLimit = (answer: UpstreamAnswer, onLimit: CallTime['onLimit']): void => {
  const { name, limit, remaining } = readRateLimit(answer.headers, 0);
  if (name !== undefined && limit !== undefined && remaining !== undefined) onLimit?.({ name, limit, remaining });
};

const pause = (ms: number, signal?: AbortSignal): Promise<void> => sleepFor(ms, undefined, signal && { signal });

/** Everything that a client can do, by one function that makes a request. */
const clientOf = (baseUrl: string, request: GitHub['request'], call?: CallTime): GitHub => {
  const own: GitHub['request'] = call ? (wanted) => request({ ...call, ...wanted }) : request;
  return {
    baseUrl,
    request: own,
    within: (inner) => clientOf(baseUrl, request, inner),
    pages: async <Value>(wanted: GitHubRequest<Value>, mostPages: number) => {
      const values: Value[] = [];
      let page: number | undefined = 1;
      while (page !== undefined && values.length < mostPages) {
        const parameters: GitHubRequest<Value>['parameters'] = { per_page: 100, ...wanted.parameters, page };
        const answer: GitHubAnswer<Value> = await own({ ...wanted, parameters });
        values.push(answer.value);
        page = answer.nextPage;
      }
      return { values, complete: page === undefined };
    },
    graphql: async ({ query, variables = {}, shape, ...rest }) => {
      const route = `POST ${graphqlUrlOf(baseUrl)}`;
      const ofData = { safeParse: (body: unknown) => shape.safeParse(dataOf(body)) };
      const parameters = { query, variables };
      return (await own({ ...rest, route, parameters, shape: ofData, writes: isMutation(query) })).value;
    },
  };
};

const askedOf = (
  { route, resource, idempotent, writes: changes, timeLeft }: Omit<GitHubRequest<unknown>, 'shape'>,
  timeoutMs: number,
): UpstreamRequest => ({
  method: route.split(' ', 1)[0] ?? 'GET',
  timeoutMs: Math.round(Math.max(0, Math.min(timeoutMs, timeLeft?.() ?? timeoutMs))),
  ...(resource && { resource }),
  ...(idempotent !== undefined && { idempotent }),
  ...(changes !== undefined && { writes: changes }),
});

/** Every GraphQL request is a POST, and most of them only look. */
const isMutation = (query: string): boolean => /^\s*mutation\b/.test(query);

const dataOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
