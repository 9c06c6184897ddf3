import type { RetryOptions } from '@recourse/upstream';
import type { SharedCells } from './budget/shared-cells.ts';

export interface GitHubOptions {
  /** The root of the API; defaults to GitHub's own. An enterprise server has `https://<host>/api/v3`. */
  readonly baseUrl?: string;
  readonly token?: string;
  readonly userAgent?: string;
  /** For one request, its whole answer included. */
  readonly timeoutMs?: number;
  /** The largest answer that is read. */
  readonly maxBytes?: number;
  /** How many requests are on their way at once; the others wait. Defaults to 20. */
  readonly atOnce?: number;
  /** Whether a read follows a repository to its new name; defaults to true. A write never does. */
  readonly followMoved?: boolean;
  /** How much is kept for conditional requests. */
  readonly cache?: { readonly entries?: number; readonly bytes?: number };
  readonly retry?: Omit<RetryOptions, 'signal'>;
  /** Where the limits of the token are kept. Without it, every request is sent, and GitHub refuses. */
  readonly budget?: SharedCells;
  /** The time between two writes, after a burst of ten; defaults to `writeIntervalOf`. 0 means none. */
  readonly writeEveryMs?: number;
  /** Sends the requests instead of our own sockets, for example through a proxy. */
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** Reads a value out of an unchecked body, as a zod schema does. */
export interface Shape<Value> {
  safeParse(data: unknown): { readonly success: true; readonly data: Value } | { readonly success: false };
}

/** One request, in the words of GitHub's documentation. */
export interface GitHubRequest<Value> {
  /** Such as `GET /repos/{owner}/{repo}/pulls`. Parameters without a placeholder go to the query or the body. */
  readonly route: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly shape: Shape<Value>;
  readonly accept?: string;
  /** The resource of the request, as callers would name it. */
  readonly resource?: { readonly type?: string; readonly id?: string };
  /** Whether a repetition leaves the same state as one request. */
  readonly idempotent?: boolean;
  /** Whether it can change anything; defaults to what its method says. */
  readonly writes?: boolean;
  readonly signal?: AbortSignal;
  /** Milliseconds that are left for everything that belongs to the same call; all its requests share them. */
  readonly timeLeft?: () => number;
  readonly onLimit?: (standing: LimitStanding) => void;
  readonly maxBytes?: number;
}

export interface GitHubAnswer<Value> {
  readonly value: Value;
  readonly status: number;
  /** The number of the next page, if there is one. */
  readonly nextPage?: number;
}

/** All pages of a list as far as they were read. */
export interface GitHubPages<Value> {
  readonly values: readonly Value[];
  /** False if there are more pages than were asked for. */
  readonly complete: boolean;
}

/** A mutation or query for what the REST API does not have. */
export interface GraphqlRequest<Value> {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Of `data`. */
  readonly shape: Shape<Value>;
  readonly resource?: { readonly type?: string; readonly id?: string };
  readonly idempotent?: boolean;
  readonly signal?: AbortSignal;
}

/** A limit as an answer of GitHub shows it. */
export interface LimitStanding {
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
}

/** The call that requests belong to: they end with it. */
export interface CallTime {
  readonly signal: AbortSignal;
  readonly timeLeft: () => number;
  /** Receives the limits that answers show. */
  readonly onLimit?: (standing: LimitStanding) => void;
}

/** GitHub's API. Every failure is thrown as a `GitHubError`, whose failure has a code of the core. */
export interface GitHub {
  readonly baseUrl: string;
  request<Value>(request: GitHubRequest<Value>): Promise<GitHubAnswer<Value>>;
  /** Reads a list page by page, a hundred items each, up to so many pages. */
  pages<Value>(request: GitHubRequest<Value>, mostPages: number): Promise<GitHubPages<Value>>;
  graphql<Value>(request: GraphqlRequest<Value>): Promise<Value>;
  /** The same client for one call, whose time and cancellation bind every request. */
  within(call: CallTime): GitHub;
}
