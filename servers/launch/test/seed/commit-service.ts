import type { JsonObject } from '@recourse/contract';
import { createGitHub } from '@recourse/github';
import { RunError } from '@recourse/runs';
import { createGitHubPublisher } from '../../src/publishing/create-github-publisher.ts';
import { listen, readBody } from './listen.ts';

interface Body extends Readonly<Record<string, string>> {
  readonly run_id: string;
}

type Refusal = { readonly status: number; readonly body: JsonObject };

/** A commit service that makes its commits and pull requests on the forge. A test can make it refuse. */
export interface CommitService {
  readonly url: string;
  /** Answers the next requests of a run with these, one by one, before it serves it. */
  refuse(run_id: string, ...refusals: readonly Refusal[]): void;
  close(): void;
}

export const openCommitService = async (forge: string, token: string): Promise<CommitService> => {
  const publisher = createGitHubPublisher(createGitHub({ baseUrl: forge, token, followMoved: false }));
  const refusals = new Map<string, Refusal[]>();
  const { signal } = new AbortController();

  const commit = async (body: Body, key: string): Promise<JsonObject> => {
    const { files } = body['patch_bundle'] as unknown as { files: { path: string; content: string | null }[] };
    const request = {
      key,
      run_id: body.run_id,
      repo_url: body['repo_url'] ?? '',
      base: body['base_ref'] ?? '',
      branch: body['branch_name'] ?? '',
      message: `${body['commit_message']}\n\n${body['commit_body']}`,
      files: new Map(files.map(({ path, content }) => [path, content])),
      allowed_paths: body['allowed_paths'] as unknown as readonly string[],
    };
    const { commit_sha } = (await publisher.findCommit(request, signal)) ?? (await publisher.commit(request, signal));
    return { commit_sha };
  };

  const openPr = async (body: Body, key: string): Promise<JsonObject> => {
    const request = {
      key,
      run_id: body.run_id,
      repo_url: body['repo_url'] ?? '',
      base_branch: body['base_ref'] ?? '',
      branch: body['branch_name'] ?? '',
      title: body['pr_title'] ?? '',
      body: body['pr_body'] ?? '',
    };
    const found = await publisher.findPullRequest(request, signal);
    const { url: pr_url, number: pr_number } = found ?? (await publisher.openPullRequest(request, signal));
    return { pr_url, pr_number };
  };

  const answer = async (path: string, body: Body, key: string): Promise<Refusal> => {
    const refusal = refusals.get(body.run_id)?.shift();
    if (refusal) return refusal;
    const made = path === '/v1/commit' ? await commit(body, key) : await openPr(body, key);
    return { status: 200, body: made };
  };

  const { url, close } = await listen(async (request, response) => {
    if (request.method === 'GET') {
      // It offers no looks: it repeats its answer to a repeated key instead.
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const body = JSON.parse(await readBody(request)) as Body;
    const key = String(request.headers['idempotency-key']);
    const { status, body: said } = await answer(request.url ?? '', body, key).catch((error: unknown) => {
      const message = error instanceof RunError ? error.failure.message : String(error);
      return { status: 500, body: { code: 'FORGE', message } };
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  return {
    url,
    close,
    refuse: (run_id, ...given) => void refusals.set(run_id, [...given]),
  };
};
