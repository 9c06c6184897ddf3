import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServicePublisher } from './create-service-publisher.ts';
import type { CommitRequest } from './publisher.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Received {
  readonly path: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const token = 'canary-service-token';
const { signal } = new AbortController();

const startService = async (answer: Answer) => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Received['body'];
      received.push({ path: request.url, headers: request.headers, body });
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { received, stop, publisher: createServicePublisher({ endpoint, token }) };
};

const request: CommitRequest = {
  key: 'eff_1',
  run_id: 'r_1',
  repo_url: 'https://forge.example/mira/site',
  base: 'a'.repeat(40),
  branch: 'launch/r_1/tidewater',
  message: 'docs: launch\n\nBody',
  files: new Map([['content/a.md', 'A\n']]),
  allowed_paths: ['content'],
};
const pull = { ...request, base_branch: 'main', title: 'T', body: 'B' };

describe('the commit service', () => {
  it('gets a commit with a UUID that follows from the key', async () => {
    const { publisher, received } = await startService({ status: 200, body: '{"commit_sha":"abcdef0123"}' });
    expect(await publisher.commit(request, signal)).toEqual({ commit_sha: 'abcdef0123' });
    await publisher.commit(request, signal);
    const [first, second] = received;
    expect(first).toMatchObject({
      path: '/v1/commit',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': expect.stringMatching(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        ),
      },
      body: { schema_version: '1.0', commit_message: 'docs: launch', commit_body: 'Body', allowed_paths: ['content'] },
    });
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it('opens a pull request', async () => {
    const { publisher, received } = await startService({ status: 200, body: '{"pr_url":"https://x/7","pr_number":7}' });
    expect(await publisher.openPullRequest(pull, signal)).toEqual({ url: 'https://x/7', number: 7 });
    expect(received[0]).toMatchObject({ path: '/v1/open_pr', body: { base_ref: 'main', pr_title: 'T' } });
  });

  it.each([
    [400, false, 'none'],
    [401, false, 'none'],
    [403, false, 'none'],
    [409, false, 'none'],
    [429, true, 'none'],
    [500, true, 'unknown'],
    [503, true, 'unknown'],
  ])('that answers %i fails with retryable: %s and effect: %s', async (status, retryable, effect) => {
    const body = JSON.stringify({ code: 'AUTH_INVALID_TOKEN', message: `No ${token} here` });
    const { publisher } = await startService({ status, body, headers: { 'retry-after': '7' } });
    const error: unknown = await publisher.commit(request, signal).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      failure: {
        code: 'COMMIT_SERVICE_ERROR',
        retryable,
        effect,
        details: { http_status: status, upstream_code: 'AUTH_INVALID_TOKEN', upstream_error: 'No [token] here' },
      },
    });
    expect(JSON.stringify(error)).not.toContain(token);
  });

  it.each(['not JSON', '{}', 'x'.repeat(2 * 1024 * 1024)])('that answers something else fails', async (body) => {
    const { publisher } = await startService({ status: 200, body });
    await expect(publisher.commit(request, signal)).rejects.toMatchObject({
      failure: { code: 'COMMIT_SERVICE_ERROR', effect: 'unknown' },
    });
  });

  it('that is not there may be asked again', async () => {
    const { publisher, stop } = await startService({ status: 200, body: '{}' });
    await stop();
    await expect(publisher.commit(request, signal)).rejects.toMatchObject({
      failure: { code: 'COMMIT_SERVICE_ERROR', retryable: true, effect: 'unknown' },
    });
  });
});
