import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Octokit } from 'octokit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';

const run = promisify(execFile);
const at = { owner: 'mira', repo: 'tidewater' };
let forge;
let octokit;
let folder;
const limited = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'forge-octokit-'));
  forge = await createForge({ seed: sampleSeed, control: 'key' });
  octokit = new Octokit({
    auth: sampleTokens.mira,
    baseUrl: forge.url,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    throttle: {
      onRateLimit: (retryAfter) => {
        limited.push(['primary', retryAfter]);
        return false;
      },
      onSecondaryRateLimit: (retryAfter, _options, _octokit, retryCount) => {
        limited.push(['secondary', retryAfter]);
        return retryCount === 0;
      },
    },
  });
});

afterAll(async () => {
  await forge?.close();
  await rm(folder, { recursive: true, force: true });
});

const fault = (rule) =>
  fetch(`${forge.url}/_forge/faults`, {
    method: 'POST',
    headers: { 'x-forge-key': 'key' },
    body: JSON.stringify({ times: 1, ...rule }),
  });

describe('octokit with its own plugins', () => {
  it('reads, pages and iterates', async () => {
    expect((await octokit.rest.users.getAuthenticated()).data.login).toBe('mira');
    const branches = await octokit.paginate(octokit.rest.repos.listBranches, { ...at, per_page: 2 });
    expect(branches.length).toBeGreaterThan(8);
    const messages = [];
    for await (const page of octokit.paginate.iterator('GET /repos/{owner}/{repo}/commits', { ...at, per_page: 2 }))
      messages.push(...page.data.map(({ commit }) => commit.message));
    expect(messages.at(-1)).toBe('Begin with a formula');
    expect((await octokit.rest.search.repos({ q: 'tidewater' })).data.total_count).toBe(1);
  });

  it('commits, opens, reviews and merges', async () => {
    const { data: main } = await octokit.rest.git.getRef({ ...at, ref: 'heads/main' });
    await octokit.rest.git.createRef({ ...at, ref: 'refs/heads/octo/topic', sha: main.object.sha });
    const { data: file } = await octokit.rest.repos.createOrUpdateFileContents({
      ...at,
      path: 'octo.txt',
      branch: 'octo/topic',
      message: 'From octokit',
      content: Buffer.from('octo').toString('base64'),
    });
    await octokit.rest.repos.createCommitStatus({ ...at, sha: file.commit.sha, state: 'success', context: 'ci' });
    const { data: pull } = await octokit.rest.pulls.create({
      ...at,
      title: 'Octo',
      head: 'octo/topic',
      base: 'main',
      draft: true,
    });
    await octokit.graphql(
      'mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }',
      { id: pull.node_id },
    );
    const { data: merged } = await octokit.rest.pulls.merge({ ...at, pull_number: pull.number, sha: pull.head.sha });
    expect(merged.merged).toBe(true);
  });

  it('throws RequestError with GitHub’s status, body and headers', async () => {
    const refused = octokit.rest.pulls.merge({ ...at, pull_number: 8, request: { retries: 0 } });
    await expect(refused).rejects.toMatchObject({
      name: 'HttpError',
      status: 405,
      response: { data: { status: '405' } },
    });
    await expect(octokit.rest.repos.get({ owner: 'mira', repo: 'nothing' })).rejects.toMatchObject({ status: 404 });
    const duplicate = octokit.rest.pulls.create({ ...at, title: 'x', head: 'rounding', base: 'main' });
    await expect(duplicate).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ code: 'custom' }] } },
    });
  });

  it('recovers from a server error and from a secondary limit by itself', async () => {
    await fault({ path: '/user', fault: { kind: 'status', status: 502 } });
    expect((await octokit.rest.users.getAuthenticated()).status).toBe(200);
    await fault({ path: '/user', fault: { kind: 'secondary_limit', status: 403, retry_after: 1 } });
    expect((await octokit.rest.users.getAuthenticated()).status).toBe(200);
    expect(limited).toEqual([['secondary', 1]]);
  });

  it('gives up when the primary limit is spent, and says when it ends', async () => {
    await fault({ path: '/user', fault: { kind: 'primary_limit', status: 403 } });
    await expect(octokit.rest.users.getAuthenticated()).rejects.toMatchObject({ status: 403 });
    expect(limited.at(-1)[0]).toBe('primary');
    expect(limited.at(-1)[1]).toBeGreaterThan(3000);
    await fetch(`${forge.url}/_forge/clock`, {
      method: 'POST',
      headers: { 'x-forge-key': 'key' },
      body: '{"advance_ms":3600000}',
    });
  });
});

describe('octokit and git on the same repository', () => {
  it('see each other’s commits', async () => {
    const { data } = await octokit.rest.repos.get(at);
    const origin = data.clone_url.replace('//', `//x-access-token:${sampleTokens.mira}@`);
    const clone = path.join(folder, 'clone');
    const git = (...rest) => run('git', ['-C', clone, '-c', 'user.name=G', '-c', 'user.email=g@example.com', ...rest]);
    await run('git', ['clone', '-q', origin, clone]);
    await writeFile(path.join(clone, 'by-git.txt'), 'git\n');
    await git('add', '.');
    await git('commit', '-qm', 'By git');
    await git('push', '-q', 'origin', 'HEAD:main');
    const { data: content } = await octokit.rest.repos.getContent({ ...at, path: 'by-git.txt' });
    expect(Buffer.from(content.content, 'base64').toString()).toBe('git\n');
    const { data: written } = await octokit.rest.repos.createOrUpdateFileContents({
      ...at,
      path: 'by-octokit.txt',
      message: 'By octokit',
      content: '',
    });
    await git('fetch', '-q');
    expect((await git('rev-parse', 'origin/main')).stdout.trim()).toBe(written.commit.sha);
  });
});
