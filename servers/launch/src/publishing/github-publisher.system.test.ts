import { describe, expect, it } from 'vitest';
import { startSite } from '../testing/start-site.ts';
import type { Site } from '../testing/start-site.ts';
import { createGitHubPublisher } from './create-github-publisher.ts';
import type { CommitRequest } from './publisher.ts';

const { signal } = new AbortController();
const run_id = 'r_2026-01-01T00-00-00Z_abcdef01';
const branch = `launch/${run_id}/tidewater`;

const requestOf = async (site: Site, more: Partial<CommitRequest> = {}): Promise<CommitRequest> => ({
  key: 'eff_1',
  run_id,
  repo_url: site.url,
  base: (await site.head()) ?? '',
  branch,
  message: 'docs: launch tidewater',
  files: new Map([['content/docs/new.md', 'New\n']]),
  allowed_paths: ['content'],
  ...more,
});

describe('commit', () => {
  it('creates the branch with one commit that contains its key, and keeps file modes', async () => {
    const site = await startSite();
    const publisher = createGitHubPublisher(site.github);
    const files = new Map([
      ['content/docs/new.md', 'New\n'],
      ['content/docs/run.sh', 'false\n'],
      ['content/docs/old.md', null],
    ]);
    const request = await requestOf(site, { files });
    expect(await publisher.findCommit(request, signal)).toBeUndefined();
    const { commit_sha } = await publisher.commit(request, signal);
    expect(await site.head(branch)).toBe(commit_sha);
    const [commit] = await site.commits(branch);
    expect(commit).toMatchObject({
      message: expect.stringContaining('Launch-Key: eff_1'),
      parents: [request.base],
    });
    expect(await site.read('content/docs/new.md', branch)).toBe('New\n');
    expect(await site.read('content/docs/old.md', branch)).toBeUndefined();
    expect(await publisher.findCommit(request, signal)).toEqual({ commit_sha });
    expect(await publisher.findCommit({ ...request, key: 'eff_2' }, signal)).toBeUndefined();
  });

  it("adds a commit on top of other people's commits, and keeps their files", async () => {
    const site = await startSite();
    const publisher = createGitHubPublisher(site.github);
    await publisher.commit(await requestOf(site), signal);
    const theirs = await site.push(branch, 'content/docs/theirs.md', 'Theirs\n');
    const files = new Map([['content/docs/new.md', 'Newer\n']]);
    await publisher.commit(await requestOf(site, { key: 'eff_2', files }), signal);
    expect((await site.commits(branch))[0]?.parents).toEqual([theirs]);
    expect(await site.read('content/docs/theirs.md', branch)).toBe('Theirs\n');
    expect(await site.read('content/docs/new.md', branch)).toBe('Newer\n');
  });

  it('stops if other people have changed the same file, and leaves the branch as it is', async () => {
    const site = await startSite();
    const publisher = createGitHubPublisher(site.github);
    await publisher.commit(await requestOf(site), signal);
    const theirs = await site.push(branch, 'content/docs/new.md', 'Better\n');
    await expect(publisher.commit(await requestOf(site, { key: 'eff_2' }), signal)).rejects.toMatchObject({
      failure: {
        code: 'COMMIT_SERVICE_ERROR',
        retryable: false,
        effect: 'none',
        details: { http_status: 409, upstream_code: 'BRANCH_HAS_OTHER_COMMITS' },
      },
    });
    expect(await site.head(branch)).toBe(theirs);
  });

  it('merges a base that has moved, and drops files that the run no longer writes', async () => {
    const site = await startSite();
    const publisher = createGitHubPublisher(site.github);
    await publisher.commit(await requestOf(site), signal);
    const first = await site.head(branch);
    const moved = await site.push('main', 'content/docs/other.md', 'Other\n');
    const files = new Map([['content/docs/newer.md', 'Newer\n']]);
    await publisher.commit(await requestOf(site, { key: 'eff_2', files }), signal);
    expect((await site.commits(branch))[0]?.parents).toEqual([first, moved]);
    expect(await site.read('content/docs/other.md', branch)).toBe('Other\n');
    expect(await site.read('content/docs/new.md', branch)).toBeUndefined();
  });

  it('never force-moves a branch: a push in between fails with BRANCH_MOVED', async () => {
    const site = await startSite();
    const publisher = createGitHubPublisher(site.github);
    await publisher.commit(await requestOf(site), signal);
    await site.fault({ method: 'PATCH', path: '/repos/mira/site/git/refs', fault: { kind: 'status', status: 422 } });
    await expect(publisher.commit(await requestOf(site, { key: 'eff_2' }), signal)).rejects.toMatchObject({
      failure: { retryable: true, effect: 'none', details: { upstream_code: 'BRANCH_MOVED' } },
    });
  });

  it.each([
    [401, false, 'authorize'],
    [403, false, 'authorize'],
    [422, false, 'report'],
    [429, true, 'retry'],
    [500, true, 'retry'],
    [503, true, 'retry'],
  ])('answers status %i with COMMIT_SERVICE_ERROR, retryable: %s', async (status, retryable, recovery) => {
    const site = await startSite();
    const publisher = createGitHubPublisher(site.github);
    await site.fault({ method: 'POST', path: '/repos/mira/site/git/trees', fault: { kind: 'status', status } });
    await expect(publisher.commit(await requestOf(site), signal)).rejects.toMatchObject({
      failure: { code: 'COMMIT_SERVICE_ERROR', retryable, recovery, effect: 'none', details: { http_status: status } },
    });
  });

  it('refuses a repository at another host before it sends anything', async () => {
    const site = await startSite();
    const request = await requestOf(site, { repo_url: 'https://github.com/mira/site' });
    await expect(createGitHubPublisher(site.github).commit(request, signal)).rejects.toMatchObject({
      failure: { code: 'COMMIT_SERVICE_ERROR', retryable: false, effect: 'none' },
    });
  });
});

describe('a pull request', () => {
  it('is opened, found again by its key and its run, and updated', async () => {
    const site = await startSite();
    const publisher = createGitHubPublisher(site.github);
    await publisher.commit(await requestOf(site), signal);
    const request = { key: 'eff_pr', run_id, repo_url: site.url, base_branch: 'main', branch, title: 'T', body: 'B' };
    expect(await publisher.findPullRequest(request, signal)).toBeUndefined();
    const opened = await publisher.openPullRequest(request, signal);
    expect(opened.url).toContain('/pull/');
    expect(await publisher.findPullRequest({ ...request, key: 'eff_other' }, signal)).toEqual(opened);
    await publisher.updatePullRequest({ ...request, title: 'Newer', body: 'Body' }, opened, signal);
    const pulls = await site.pulls();
    expect(pulls).toHaveLength(1);
    expect(pulls[0]).toMatchObject({ title: 'Newer', body: expect.stringContaining('launch-key: eff_pr') });
  });

  it('of another run on the same branch is not taken for its own', async () => {
    const site = await startSite();
    const publisher = createGitHubPublisher(site.github);
    await publisher.commit(await requestOf(site), signal);
    const request = { key: 'eff_pr', run_id, repo_url: site.url, base_branch: 'main', branch, title: 'T', body: 'B' };
    await publisher.openPullRequest({ ...request, run_id: 'r_other', key: 'eff_other' }, signal);
    expect(await publisher.findPullRequest(request, signal)).toBeUndefined();
  });
});
