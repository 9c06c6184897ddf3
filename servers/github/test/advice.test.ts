import { isFailure } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { createGitHubServer } from '../src/server.ts';
import { adviceProblems } from './advice-problems.ts';
import { callTool } from './world.ts';

const repo = 'octocat/hello-world';
/** A read, a write that may not be repeated, and one that may. */
const calls: readonly (readonly [string, JsonObject])[] = [
  ['fetch', { repo }],
  ['create_pull_request', { repo, title: 't', head: 'a', base: 'main' }],
  ['update_pull_request', { repo, prNumber: 1, title: 't' }],
];

const codes = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'ECONNRESET',
  'ETIMEDOUT',
  'CERT_HAS_EXPIRED',
  'HPE_INVALID',
];
const statuses = [300, 302, 307, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 415, 422, 423]
  .concat([425, 426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 505, 511])
  .map(String);
const limit = { 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': '60', 'x-ratelimit-reset': '1' };
const headers: readonly (readonly [string, Record<string, string>])[] = [
  ['', {}],
  [' with Retry-After', { 'retry-after': '7' }],
  [' with nothing remaining', limit],
  [' with a missing scope', { 'x-accepted-github-permissions': 'contents=write' }],
  [' with single sign-on', { 'x-github-sso': 'required; url=https://github.com/orgs/x/sso' }],
  [' to another host', { location: 'https://elsewhere.example/' }],
];
const bodies: readonly (readonly [string, unknown])[] = [
  ['', { message: 'No' }],
  [' and errors', { message: 'No', errors: [{ code: 'already_exists' }, 'plain'] }],
  [' and a page', '<html>'],
];

/** Every way in which a request ends without a success, and how it is brought about. */
const causes: readonly (readonly [string, () => Promise<Response>])[] = [
  ...codes.map((code) => {
    const cause = Object.assign(new Error(code), { code });
    return [code, () => Promise.reject(new TypeError('fetch failed', { cause }))] as const;
  }),
  ['too large an answer', () => Promise.resolve(Response.json({ text: 'x'.repeat(5000) }))],
  ['an answer of the wrong form', () => Promise.resolve(Response.json({ neither: 1 }))],
  ...statuses.flatMap((status) =>
    headers.flatMap(([withHeaders, given]) =>
      bodies.map(([withBody, body]) => {
        const answer = (): Promise<Response> =>
          Promise.resolve(
            typeof body === 'string'
              ? new Response(body, { status: Number(status), headers: { ...given, 'content-type': 'text/html' } })
              : Response.json(body, { status: Number(status), headers: given }),
          );
        return [`${status}${withHeaders}${withBody}`, answer] as const;
      }),
    ),
  ),
];

const serverOn = (answer: () => Promise<Response>) =>
  createGitHubServer({
    log: () => undefined,
    writesPerHour: 0,
    github: { token: 'secret', fetch: answer, maxBytes: 2000, retry: { attempts: 1 }, writeEveryMs: 0 },
    server: { identity: { identify: () => ({ id: 'tester', trust: 'certified' }) } },
  });

describe.each(calls)('hint, retryable and recovery of %s agree', (tool, args) => {
  it('whatever GitHub answers, and however the way to it fails', async () => {
    const problems: string[] = [];
    let next: (() => Promise<Response>) | undefined;
    const server = serverOn(() => next?.() ?? Promise.reject(new Error('never')));
    for (const [cause, answer] of causes) {
      next = answer;
      const outcome = await callTool(server, tool, args);
      if (!isFailure(outcome)) problems.push(`${cause}: succeeded`);
      else if (outcome.code === 'INTERNAL_ERROR') problems.push(`${cause}: INTERNAL_ERROR`);
      else problems.push(...adviceProblems(outcome).map((problem) => `${cause}: ${outcome.code}: ${problem}`));
    }
    expect(problems).toEqual([]);
  });
});

it('the rows of all codes that the tools fail with agree with themselves', async () => {
  const server = serverOn(() => Promise.reject(new Error('never')));
  const { tools } = await server.describeContract();
  // The codes of a confirmation are the engine's.
  const { recourse_confirm: _, ...own } = tools;
  const declared = new Set(Object.values(own).flatMap((tool) => tool.codes));
  const rows = server.registry.list().filter(({ code }) => declared.has(code));
  expect(rows.length).toBe(declared.size);
  const problems = rows.flatMap(({ code, retryable, recovery, hint }) =>
    [hint]
      .flat()
      .flatMap((text) =>
        adviceProblems({ retryable, recovery, effect: 'none', hint: text }).map((problem) => `${code}: ${problem}`),
      ),
  );
  expect(problems).toEqual([]);
});
