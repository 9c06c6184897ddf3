import type { Runs } from '@recourse/runs';
import { expect, it, onTestFinished } from 'vitest';
import type { PullRequestRecord } from '../artifacts.ts';
import { sampleConfig } from '../testing/open-launch.ts';
import { openPublishing } from '../testing/open-publishing.ts';
import type { PublishingOptions } from '../testing/open-publishing.ts';
import { canary, startSite } from '../testing/start-site.ts';
import type { Site } from '../testing/start-site.ts';
import { createGitHubPublisher } from './create-github-publisher.ts';

const files = new Map([
  ['content/docs/new.md', 'New\n'],
  ['content/products/tidewater.md', 'Product\n'],
]);

const openRuns = (site: Site, options: Partial<PublishingOptions> = {}): Promise<Runs> =>
  openPublishing(
    { onTestFinished },
    {
      head: async () => (await site.head()) ?? '',
      publisher: createGitHubPublisher(site.github, { settlesWithinMs: 0 }),
      files,
      ...options,
    },
  );

const publish = async (runs: Runs, site: Site) => {
  const { run_id } = await runs.start('launch', { ...sampleConfig, site_repo_url: site.url });
  await runs.wait(run_id);
  await runs.request(run_id, 'publish');
  return runs.wait(run_id);
};

const recordOf = async (runs: Runs, run_id: string): Promise<PullRequestRecord> =>
  JSON.parse(Buffer.from((await runs.artifact(run_id, 'pr.json')).content).toString());

it('opens one pull request from the branch of the run, with gates and rollback steps', async () => {
  const site = await startSite();
  const runs = await openRuns(site);
  const { run_id, state } = await publish(runs, site);
  expect(state).toBe('DONE');
  const branch = `launch/${run_id}/tidewater`;
  const record = await recordOf(runs, run_id);
  expect(record).toMatchObject({
    run_id,
    base_ref: await site.head(),
    branch_name: branch,
    commit_shas: [await site.head(branch)],
    affected_paths: ['content/docs/new.md', 'content/products/tidewater.md'],
    validation_summary: { ok: true, gates_passed: 1, gates_failed: 0 },
  });
  const [pull, ...others] = await site.pulls();
  expect(others).toEqual([]);
  expect(pull).toMatchObject({ number: record.pr_number, html_url: record.pr_url, head: { ref: branch } });
  for (const part of ['Tidewater', '**docs** (1)', '| links | passed |', 'git revert', run_id]) {
    expect(pull.body).toContain(part);
  }
});

it.each([
  ['the commit', 'POST', '/repos/mira/site/git/refs'],
  ['the pull request', 'POST', '/repos/mira/site/pulls'],
])('makes %s once if the response is lost', async (_, method, requested) => {
  const site = await startSite();
  const runs = await openRuns(site);
  await site.fault({ method, path: requested, fault: { kind: 'drop_after' } });
  const { run_id, state } = await publish(runs, site);
  expect(state).toBe('DONE');
  expect(await site.pulls()).toHaveLength(1);
  expect(await site.commits(`launch/${run_id}/tidewater`)).toHaveLength(2);
});

it('continues after a failure between commit and pull request, without a second commit', async () => {
  const site = await startSite();
  const runs = await openRuns(site);
  await site.fault({ method: 'POST', path: '/repos/mira/site/pulls', fault: { kind: 'status', status: 401 } });
  const { run_id, state, last_operation } = await publish(runs, site);
  expect({ state, last_operation }).toMatchObject({
    state: 'READY_FOR_PR',
    last_operation: { ok: false, code: 'COMMIT_SERVICE_ERROR', retryable: false },
  });
  await runs.request(run_id, 'publish');
  expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE' });
  expect(await site.pulls()).toHaveLength(1);
  expect(await site.commits(`launch/${run_id}/tidewater`)).toHaveLength(2);
});

it('fails with NO_CHANGES if the site already has everything, and writes nothing', async () => {
  const site = await startSite();
  const runs = await openRuns(site, { files: new Map() });
  const { run_id, state, last_operation } = await publish(runs, site);
  expect({ state, last_operation }).toMatchObject({ state: 'READY_FOR_PR', last_operation: { code: 'NO_CHANGES' } });
  expect(await site.head(`launch/${run_id}/tidewater`)).toBeUndefined();
});

it('shows its token in no event, artifact or failure, even if the upstream repeats it', async () => {
  const site = await startSite();
  for (const publisher of [
    createGitHubPublisher(site.github, { settlesWithinMs: 0 }),
    createGitHubPublisher(site.githubAs(`${canary}-revoked`), { settlesWithinMs: 0 }),
  ]) {
    const runs = await openRuns(site, { publisher });
    const status = await publish(runs, site);
    const seen: unknown[] = [status, await runs.events(status.run_id), await runs.config(status.run_id)];
    for (const { key } of status.artifacts) {
      seen.push(Buffer.from((await runs.artifact(status.run_id, key)).content).toString());
    }
    expect(JSON.stringify(seen)).not.toContain(canary);
  }
});
