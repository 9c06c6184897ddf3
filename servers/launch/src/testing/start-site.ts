import { createForge } from '@recourse/forge';
import { createGitHub } from '@recourse/github';
import type { GitHub } from '@recourse/github';
import { onTestFinished } from 'vitest';

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of many shapes
type Body = any;

/** A token that must never be seen anywhere but in a header. */
export const canary = 'canary-9f2c41d07b5e';

/** A forge with the repository of a site, and requests as a person makes them. */
export interface Site {
  readonly url: string;
  readonly forgeUrl: string;
  readonly github: GitHub;
  /** The head of a branch; undefined if there is none. */
  head(branch?: string): Promise<string | undefined>;
  /** Commits a file as a person. Creates the branch from main if it is missing. */
  push(branch: string, path: string, content: string): Promise<string>;
  read(path: string, ref: string): Promise<string | undefined>;
  commits(branch: string): Promise<readonly { readonly message: string; readonly parents: readonly string[] }[]>;
  pulls(): Promise<readonly Body[]>;
  fault(rule: object): Promise<void>;
  githubAs(token: string): GitHub;
}

export const startSite = async (): Promise<Site> => {
  const forge = await createForge({
    control: 'test-key',
    seed: {
      users: [
        { login: 'mira', name: 'Mira', tokens: [{ token: canary, scopes: ['repo'] }] },
        { login: 'jonas', name: 'Jonas', tokens: [{ token: 'token-of-jonas', scopes: ['repo'] }] },
      ],
      repositories: [
        {
          owner: 'mira',
          name: 'site',
          collaborators: [{ login: 'jonas', permission: 'push' }],
          commits: [
            {
              message: 'Begin',
              files: [
                { path: 'config.toml', content: 'title = "Site"\n' },
                { path: 'content/docs/old.md', content: 'Old\n' },
                { path: 'content/docs/run.sh', content: 'true\n', executable: true },
              ],
            },
          ],
        },
      ],
    },
  });
  onTestFinished(() => forge.close());
  const repo = '/repos/mira/site';
  const api = async (method: string, path: string, body?: object): Promise<{ status: number; data: Body }> => {
    const headers = { authorization: 'Bearer token-of-jonas', 'user-agent': 'test' };
    const response = await fetch(`${forge.url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, data: text === '' ? undefined : JSON.parse(text) };
  };
  const head: Site['head'] = async (branch = 'main') =>
    (await api('GET', `${repo}/git/ref/heads/${branch}`)).data?.object?.sha;
  const githubAs = (token: string): GitHub =>
    createGitHub({ baseUrl: forge.url, token, followMoved: false, retry: { firstDelayMs: 1 } });
  return {
    url: `${forge.url}/mira/site`,
    forgeUrl: forge.url,
    github: githubAs(canary),
    githubAs,
    head,
    push: async (branch, path, content) => {
      if ((await head(branch)) === undefined) {
        await api('POST', `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha: await head() });
      }
      const known = await api('GET', `${repo}/contents/${path}?ref=${branch}`);
      const { data } = await api('PUT', `${repo}/contents/${path}`, {
        message: `Change ${path}`,
        branch,
        content: Buffer.from(content).toString('base64'),
        ...(known.status === 200 && { sha: known.data.sha }),
      });
      return data.commit.sha;
    },
    read: async (path, ref) => {
      const { status, data } = await api('GET', `${repo}/contents/${path}?ref=${ref}`);
      return status === 200 ? Buffer.from(data.content, 'base64').toString() : undefined;
    },
    commits: async (branch) =>
      (await api('GET', `${repo}/commits?sha=${branch}`)).data.map((one: Body) => ({
        message: one.commit.message,
        parents: one.parents.map(({ sha }: Body) => sha),
      })),
    pulls: async () => (await api('GET', `${repo}/pulls?state=all`)).data,
    fault: async (rule) => {
      const response = await fetch(`${forge.url}/_forge/faults`, {
        method: 'POST',
        headers: { 'x-forge-key': 'test-key' },
        body: JSON.stringify({ times: 1, ...rule }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
  };
};
