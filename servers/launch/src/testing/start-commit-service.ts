import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'vitest';

/** How a request goes wrong: before the service has done anything, or after it has done everything. */
export type Fault = 'dies before' | 'dies after' | 'hangs before' | 'hangs after';

interface Stored {
  readonly request: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

interface Body {
  readonly idempotency_key: string;
  readonly branch_name: string;
  readonly base_ref: string;
  readonly pr_number?: number;
  readonly pr_title?: string;
  readonly pr_body?: string;
}

interface Pull {
  readonly pr_number: number;
  readonly pr_url: string;
  title: string;
  body: string;
  readonly branch: string;
}

/** A commit service over HTTP that keeps its state while it is down. `looks` is false for one without GET. */
export const startCommitService = async (
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  { looks = true } = {},
) => {
  const keys = new Map<string, Stored>();
  const commits: Body[] = [];
  const pulls: Pull[] = [];
  const requests: string[] = [];
  const faults: { readonly path: string; readonly fault: Fault }[] = [];
  let base = 'a'.repeat(40);
  let server: Server;
  let port = 0;

  const open = async (): Promise<void> => {
    server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
    await new Promise<void>((listening) => void server.listen(port, '127.0.0.1', listening));
    ({ port } = server.address() as AddressInfo);
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  /** Loses the connections and everything else but its state, and comes back at once. */
  const die = async (): Promise<void> => {
    await close();
    await open();
  };

  const answer = (response: ServerResponse, status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ schema_version: '1.0', ...body }));
  };

  const write = (path: string, body: Body): readonly [number, Readonly<Record<string, unknown>>] => {
    if (path === 'update_pr') {
      const pull = pulls.find(({ pr_number }) => pr_number === body.pr_number);
      if (!pull) return [404, { code: 'PR_NOT_FOUND' }];
      Object.assign(pull, { title: body.pr_title, body: body.pr_body });
      return [200, { pr_url: pull.pr_url, pr_number: pull.pr_number }];
    }
    if (path === 'commit') {
      if (body.base_ref !== base) return [409, { code: 'BASE_MOVED', message: 'The base has moved' }];
      commits.push(body);
      return [200, { commit_sha: hash('sha1', body.idempotency_key) }];
    }
    const known = pulls.find(({ branch }) => branch === body.branch_name);
    if (known) return [409, { code: 'PR_EXISTS', details: { pr_url: known.pr_url, pr_number: known.pr_number } }];
    const pr_number = pulls.length + 1;
    const pull = { pr_number, pr_url: `https://forge.example/pull/${pr_number}`, branch: body.branch_name };
    pulls.push({ ...pull, title: body.pr_title ?? '', body: body.pr_body ?? '' });
    return [200, { pr_url: pull.pr_url, pr_number }];
  };

  const look = (path: string, query: URLSearchParams, response: ServerResponse): void => {
    if (!looks) return answer(response, 405, {});
    const stored = keys.get(`${path} ${query.get('idempotency_key') ?? ''}`)?.answer;
    const pull = pulls.find(({ branch }) => branch === query.get('branch_name'));
    const found = stored ?? (path === 'open_pr' ? pull : undefined);
    return found ? answer(response, 200, found) : answer(response, 404, { code: 'KEY_NOT_FOUND' });
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://service');
    const path = url.pathname.replace('/v1/', '');
    requests.push(`${request.method} ${path}`);
    if (request.method === 'GET') return look(path, url.searchParams, response);
    const sent = await text(request);
    const at = faults.findIndex((one) => one.path === path);
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault === 'dies before') return die();
    if (fault === 'hangs before') return undefined;
    const body = JSON.parse(sent) as Body;
    const key = `${path} ${body.idempotency_key}`;
    const stored = keys.get(key);
    if (stored && stored.request !== sent) return answer(response, 409, { code: 'IDEMPOTENCY_KEY_REUSED' });
    const [status, result] = stored ? [200, stored.answer] : write(path, body);
    if (status === 200) keys.set(key, { request: sent, answer: result });
    if (fault === 'dies after') return die();
    if (fault === 'hangs after') return undefined;
    return answer(response, status, result);
  };

  await open();
  onTestFinished(close);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    commits,
    pulls,
    requests,
    head: () => base,
    moveBase: (sha: string) => void (base = sha),
    fault: (path: string, fault: Fault) => void faults.push({ path, fault }),
  };
};
