import { hash } from 'node:crypto';
import { cleanText } from '@recourse/github';
import { z } from 'zod';
import { publishError } from './publish-failure.ts';
import type { Publisher } from './publisher.ts';

export interface ServicePublisherOptions {
  /** The address before `/v1`. */
  readonly endpoint: string;
  readonly token?: string;
  /** For one request, its answer included; 60 s unless given. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

const schema_version = '1.0';
const defaultTimeoutMs = 60_000;
const mostBytes = 1024 * 1024;
const longestText = 300;
const commitAnswer = z.object({ commit_sha: z.string().min(7) });
const pullAnswer = z.object({ pr_url: z.string(), pr_number: z.int() });
const errorAnswer = z.object({ code: z.string().optional(), message: z.string().optional() });

/** Publishes through a commit service: `POST /v1/commit` and `POST /v1/open_pr`. */
export const createServicePublisher = (options: ServicePublisherOptions): Publisher => {
  const { token, timeoutMs = defaultTimeoutMs, fetch: send = fetch } = options;
  const endpoint = options.endpoint.replace(/\/+$/, '');

  const post = async <Value>(
    path: string,
    key: string,
    body: object,
    { shape, signal }: { readonly shape: z.ZodType<Value>; readonly signal: AbortSignal },
  ): Promise<Value> => {
    let response: Response;
    let text: string;
    try {
      response = await send(`${endpoint}/v1/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'idempotency-key': uuidOf(key),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ schema_version, idempotency_key: uuidOf(key), ...body }),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      text = await readBounded(response);
    } catch (error) {
      signal.throwIfAborted();
      const message = 'The commit service did not answer';
      throw publishError({ effect: 'unknown', message }, { cause: withoutMessage(error) });
    }
    if (!response.ok) throw refusalOf(response, text, token);
    const read = shape.safeParse(parseJson(text));
    if (read.success) return read.data;
    const message = 'The commit service answered with something else than its contract says';
    throw publishError({ status: response.status, effect: 'unknown', retryable: false, message });
  };

  return {
    idempotent: true,
    settlesWithinMs: timeoutMs,
    // The service keeps other people's commits itself, and says 409.
    branchCommits: () => Promise.resolve(undefined),
    findCommit: () => Promise.resolve(undefined),
    findPullRequest: () => Promise.resolve(undefined),
    updatePullRequest: () => Promise.resolve(),
    commit: ({ key, run_id, repo_url, base, branch, message, allowed_paths, files, author }, signal) => {
      const [subject = '', ...rest] = message.split('\n');
      const body = {
        run_id,
        repo_url,
        base_ref: base,
        branch_name: branch,
        allowed_paths,
        commit_message: subject,
        commit_body: rest.join('\n').trim(),
        patch_bundle: { schema_version, files: [...files].map(([path, content]) => ({ path, content })) },
        ...(author && { author_name: author.name, author_email: author.email }),
      };
      return post('commit', key, body, { shape: commitAnswer, signal });
    },
    openPullRequest: async ({ key, run_id, repo_url, base_branch, branch, title, body }, signal) => {
      const request = { run_id, repo_url, base_ref: base_branch, branch_name: branch, pr_title: title, pr_body: body };
      const { pr_url, pr_number } = await post('open_pr', key, request, { shape: pullAnswer, signal });
      return { url: pr_url, number: pr_number };
    },
  };
};

/** The service takes UUIDs of version 4 only: one that follows from the key. */
const uuidOf = (key: string): string => {
  const digits = hash('sha256', key);
  const variant = ((Number.parseInt(digits[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`];
  return [...parts, `${variant}${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-');
};

const readBounded = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error('The answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A 4xx has no effect; the effect of a 5xx is unknown. The text of the service may repeat the token. */
const refusalOf = ({ status, headers }: Response, text: string, token: string | undefined) => {
  const read = errorAnswer.safeParse(parseJson(text));
  const hide = (said: string): string =>
    cleanText(token === undefined ? said : said.replaceAll(token, '[token]')).slice(0, longestText);
  const { code, message } = read.success ? read.data : {};
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return publishError({
    status,
    ...(code !== undefined && { upstreamCode: hide(code) }),
    ...(message !== undefined && { upstreamError: hide(message) }),
    ...(Number.isFinite(seconds) && seconds >= 0 && { retryAfterSeconds: seconds }),
    effect: status < 500 ? 'none' : 'unknown',
  });
};

/** Errors of fetch may name the address with its credentials. */
const withoutMessage = (error: unknown): Error => new Error(error instanceof Error ? error.name : 'Error');
