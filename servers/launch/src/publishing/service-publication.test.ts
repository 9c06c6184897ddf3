import type { Runs } from '@recourse/runs';
import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import { sampleConfig } from '../testing/open-launch.ts';
import { openPublishing } from '../testing/open-publishing.ts';
import { startCommitService } from '../testing/start-commit-service.ts';
import type { Fault } from '../testing/start-commit-service.ts';
import { createServicePublisher } from './create-service-publisher.ts';

type Service = Awaited<ReturnType<typeof startCommitService>>;

const files = new Map([['content/docs/new.md', 'New\n']]);

const open = async (
  test: TestContext,
  service: Service,
  options: { readonly timeoutMs?: number } = {},
): Promise<Runs> =>
  openPublishing(test, {
    publisher: createServicePublisher({ endpoint: service.endpoint, ...options }),
    head: () => Promise.resolve(service.head()),
    files,
  });

/** Publishes until the run is done, as a caller does that follows `retryable`. */
const publish = async (runs: Runs) => {
  const { run_id } = await runs.start('launch', sampleConfig);
  let status = await runs.wait(run_id);
  for (let attempt = 0; attempt < 5 && status.state === 'READY_FOR_PR'; attempt += 1) {
    await runs.request(run_id, 'publish');
    status = await runs.wait(run_id);
    if (status.last_operation?.retryable === false) break;
  }
  return status;
};

const faults: readonly Fault[] = ['dies before', 'dies after', 'hangs before', 'hangs after'];
const points = ['commit', 'open_pr'].flatMap((path) => faults.map((fault) => [path, fault] as const));

// Concurrent, because most of these tests wait for time limits.
describe.concurrent.each([
  ['answers looks', true],
  ['only repeats its answers', false],
])('a commit service that %s', (_, looks) => {
  it.for(points)('%s: makes one commit and one pull request if it %s', async ([path, fault], test) => {
    const service = await startCommitService(test, { looks });
    const runs = await open(test, service, { timeoutMs: 500 });
    service.fault(path, fault);
    const { state, run_id } = await publish(runs);
    expect(state).toBe('DONE');
    expect(service.commits).toHaveLength(1);
    expect(service.pulls).toHaveLength(1);
    expect(service.pulls[0]).toMatchObject({ branch: `launch/${run_id}/tidewater` });
  });

  it('does not repeat the commit if the process failed between commit and pull request', async (test) => {
    const service = await startCommitService(test, { looks });
    const runs = await open(test, service, { timeoutMs: 2000 });
    for (let time = 0; time < 3; time += 1) service.fault('open_pr', 'dies before');
    expect((await publish(runs)).state).toBe('DONE');
    expect(service.requests.filter((request) => request === 'POST commit')).toHaveLength(1);
    expect(service.commits).toHaveLength(1);
    expect(service.pulls).toHaveLength(1);
  });

  it('gets a new commit on the new base if the base has moved, and no second pull request', async (test) => {
    const service = await startCommitService(test, { looks });
    const runs = await openPublishing(test, {
      publisher: createServicePublisher({ endpoint: service.endpoint }),
      // The base moves after the run has looked at it.
      head: () => {
        const seen = service.head();
        service.moveBase('b'.repeat(40));
        return Promise.resolve(seen);
      },
      files,
    });
    const { state } = await publish(runs);
    expect(state).toBe('DONE');
    expect(service.commits.map(({ base_ref }) => base_ref)).toEqual(['b'.repeat(40)]);
    expect(service.pulls).toHaveLength(1);
  });
});

describe('a commit service', () => {
  it('gets different keys from different runs', async (test) => {
    const service = await startCommitService(test);
    const keysOf = () => service.commits.map(({ idempotency_key }) => idempotency_key);
    await publish(await open(test, service));
    await publish(await open(test, service));
    expect(new Set(keysOf()).size).toBe(2);
  });

  it('that refuses a key because its request differs is not asked again', async (test) => {
    const service = await startCommitService(test);
    const publisher = createServicePublisher({ endpoint: service.endpoint });
    const { signal } = new AbortController();
    const request = {
      key: 'eff_1',
      run_id: 'r_1',
      repo_url: 'https://forge.example/mira/site',
      base: service.head(),
      branch: 'launch/r_1/tidewater',
      message: 'docs: launch',
      files,
      allowed_paths: ['content'],
    };
    const made = await publisher.commit(request, signal);
    expect(await publisher.commit(request, signal)).toEqual(made);
    expect(await publisher.findCommit(request, signal)).toEqual(made);
    expect(await publisher.findCommit({ ...request, key: 'eff_2' }, signal)).toBeUndefined();
    const other = { ...request, files: new Map([['content/a.md', 'Other\n']]) };
    await expect(publisher.commit(other, signal)).rejects.toMatchObject({
      failure: { retryable: false, effect: 'none', details: { upstream_code: 'IDEMPOTENCY_KEY_REUSED' } },
    });
    expect(service.commits).toHaveLength(1);
  });

  it('gets the new title and body for the pull request that is open already', async (test) => {
    const service = await startCommitService(test);
    const publisher = createServicePublisher({ endpoint: service.endpoint });
    const { signal } = new AbortController();
    const request = {
      key: 'eff_1',
      run_id: 'r_1',
      repo_url: 'https://forge.example/mira/site',
      base_branch: 'main',
      branch: 'launch/r_1/tidewater',
      title: 'One',
      body: 'One',
    };
    const opened = await publisher.openPullRequest(request, signal);
    const later = { ...request, key: 'eff_2', title: 'Two', body: 'Two' };
    expect(await publisher.findPullRequest(later, signal)).toEqual(opened);
    expect(await publisher.openPullRequest(later, signal)).toEqual(opened);
    service.fault('update_pr', 'dies after');
    await publisher.updatePullRequest(later, opened, signal).catch(() => undefined);
    await publisher.updatePullRequest(later, opened, signal);
    expect(service.pulls).toMatchObject([{ title: 'Two', body: 'Two' }]);
  });
});
