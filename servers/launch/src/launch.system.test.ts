import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { PullRequestRecord, ValidationReport } from './artifacts.ts';
import { sampleProduct } from './demo/product/sample-product.ts';
import { openLaunchPlace } from './testing/launch-place.ts';
import type { LaunchPlace } from './testing/launch-place.ts';

let place: LaunchPlace | undefined;
afterEach(() => place?.close());

const jsonOf = async <Value>(runs: ReturnType<LaunchPlace['openRuns']>, id: string, name: string): Promise<Value> =>
  JSON.parse(Buffer.from((await runs.artifact(id, name)).content).toString()) as Value;

interface Pull {
  readonly number: number;
  readonly body: string;
  readonly head: { readonly ref: string; readonly sha: string };
  readonly base: { readonly ref: string };
}

describe('a launch', () => {
  it('turns two commits into one open pull request, inside the fence', async () => {
    place = await openLaunchPlace();
    const runs = place.openRuns();
    await runs.work();
    const { run_id } = await runs.start('launch', place.config);
    const ready = await runs.wait(run_id);
    expect(ready).toMatchObject({ state: 'READY_FOR_PR', failure: null, open_issues: [] });
    expect(await place.ask<Pull[]>('/repos/ada/site/pulls?state=all')).toEqual([]);

    await runs.request(run_id, 'publish');
    expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE', last_operation: { ok: true } });
    const pulls = await place.ask<Pull[]>('/repos/ada/site/pulls?state=all');
    expect(pulls).toHaveLength(1);
    expect(pulls[0]).toMatchObject({ head: { ref: `launch/${run_id}/tally` }, base: { ref: 'main' } });
    const files = await place.ask<{ filename: string; status: string }[]>('/repos/ada/site/pulls/1/files?per_page=100');
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter(({ filename }) => !filename.startsWith('content/'))).toEqual([]);
    const pr = await jsonOf<PullRequestRecord>(runs, run_id, 'pr.json');
    expect(pr.affected_paths).toEqual(files.map(({ filename }) => filename).sort());
    expect(pr.commit_shas).toEqual([pulls[0]?.head.sha]);
    expect(await runs.verify(run_id)).toMatchObject({ ok: true });
  });

  it('keeps secrets of the product out of its artifacts and events, of which a bundle is made', async () => {
    const secret = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;
    const product = Object.fromEntries(
      Object.entries(sampleProduct).map(([name, content]) => {
        if (name.endsWith('.md')) return [name, `${content}\n## Access\n\nSet ${secret} first.\n`];
        return [
          name,
          name.endsWith('.ts')
            ? `${content}\n/** Uses ${secret} now. */\nexport const token = '${secret}';\n`
            : content,
        ];
      }),
    );
    place = await openLaunchPlace({ product });
    const runs = place.openRuns();
    await runs.work();
    const { run_id } = await runs.start('launch', place.config);
    const { state, artifacts } = await runs.wait(run_id);
    expect(state).toBe('READY_FOR_PR');
    const contents = await Promise.all(artifacts.map(({ key }) => runs.artifact(run_id, key)));
    const texts = contents.map(({ content }) => Buffer.from(content).toString());
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    expect(texts.some((text) => text.includes('REDACTED'))).toBe(true);
    expect(JSON.stringify(await runs.events(run_id))).not.toContain(secret);
  });

  it('writes the same bytes for the same inputs', async () => {
    place = await openLaunchPlace();
    const runs = place.openRuns();
    await runs.work();
    const ids = await Promise.all(
      ['one', 'two'].map(async (key) => (await runs.start('launch', place?.config, { key })).run_id),
    );
    const [one = [], two = []] = await Promise.all(
      ids.map(async (id) => {
        const { artifacts } = await runs.wait(id);
        // The report holds how long each gate took.
        return artifacts
          .filter(({ name }) => name !== 'validation_report.json')
          .map(({ key, sha256 }) => [key, sha256]);
      }),
    );
    expect(one.length).toBeGreaterThan(12);
    expect(one).toEqual(two);
  });

  it('validates again on top of the branch if the site has moved, and keeps what others wrote', async () => {
    place = await openLaunchPlace();
    const runs = place.openRuns();
    await runs.work();
    const { run_id } = await runs.start('launch', place.config);
    await runs.wait(run_id);
    const put = await fetch(`${place.forge.url}/repos/ada/site/contents/content/docs/new.md`, {
      method: 'PUT',
      headers: { authorization: 'Bearer token-of-ada', 'content-type': 'application/json' },
      body: JSON.stringify({
        message: 'Add a page',
        content: Buffer.from('---\ntitle: New\nweight: 3\n---\n\nNew.\n').toString('base64'),
      }),
    });
    expect(put.status).toBe(201);
    const { commit } = (await put.json()) as { commit: { sha: string } };
    await runs.request(run_id, 'publish');
    expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE' });
    expect(await jsonOf<PullRequestRecord>(runs, run_id, 'pr.json')).toMatchObject({ base_ref: commit.sha });
    const files = await place.ask<{ filename: string }[]>('/repos/ada/site/pulls/1/files?per_page=100');
    expect(files.map(({ filename }) => filename)).not.toContain('content/docs/new.md');
  });

  it('stops at a path outside allowed_paths before anything is written', async () => {
    place = await openLaunchPlace();
    const runs = place.openRuns();
    await runs.work();
    // Some page of the section may be written, but not the one that the run plans.
    const fence = { required_sections: ['docs'], allowed_paths: ['content/docs/other'] };
    const { run_id } = await runs.start('launch', { ...place.config, ...fence });
    expect(await runs.wait(run_id)).toMatchObject({
      state: 'FAILED',
      failure: { code: 'ALLOWED_PATHS_VIOLATION', step: 'merge_and_link', retryable: false },
    });
    expect(await place.ask<unknown[]>('/repos/ada/site/pulls?state=all')).toEqual([]);
  });

  it('publishes nothing if the site already has the pages', async () => {
    place = await openLaunchPlace();
    const runs = place.openRuns();
    await runs.work();
    const { run_id } = await runs.start('launch', place.config);
    await runs.wait(run_id);
    await runs.request(run_id, 'publish');
    await runs.wait(run_id);
    const merged = await fetch(`${place.forge.url}/repos/ada/site/pulls/1/merge`, {
      method: 'PUT',
      headers: { authorization: 'Bearer token-of-ada' },
    });
    expect(merged.status).toBe(200);
    const again = await runs.start('launch', place.config);
    expect(await runs.wait(again.run_id)).toMatchObject({ state: 'READY_FOR_PR' });
    await runs.request(again.run_id, 'publish');
    expect(await runs.wait(again.run_id)).toMatchObject({ last_operation: { ok: false, code: 'NO_CHANGES' } });
    expect(await place.ask<unknown[]>('/repos/ada/site/pulls?state=all')).toHaveLength(1);
  });
});

describe('a launch whose profile needs a program that is not installed', () => {
  it('fails with TOOLCHAIN_MISSING, and can be resumed only when the tool is installed', async () => {
    place = await openLaunchPlace();
    const hugo = path.join(place.folder, 'hugo');
    const runs = place.openRuns({ programs: { hugo } });
    await runs.work();
    const { run_id } = await runs.start('launch', { ...place.config, validation_profile: 'ci' });
    const failed = { state: 'FAILED', failure: { code: 'TOOLCHAIN_MISSING', details: { tool: 'hugo' } } };
    expect(await runs.wait(run_id)).toMatchObject(failed);
    await expect(runs.resume(run_id)).rejects.toMatchObject({ failure: { code: 'ILLEGAL_STATE' } });
    // A program that starts and builds nothing: the run continues, and its gate says that the site did not build before.
    writeFileSync(hugo, '#!/bin/sh\necho "hugo v0.111.3"\n[ "$1" = version ]\n', { mode: 0o755 });
    await runs.resume(run_id);
    const { state, open_issues } = await runs.wait(run_id);
    expect(state).not.toBe('FAILED');
    expect(open_issues.map(({ code }) => code)).toContain('GATE_HUGO_BASELINE_FAILED');
  });
});

describe('the report of a launch', () => {
  it('names every gate, its result and its tool', async () => {
    place = await openLaunchPlace();
    const runs = place.openRuns();
    await runs.work();
    const { run_id } = await runs.start('launch', place.config);
    await runs.wait(run_id);
    const report = await jsonOf<ValidationReport>(runs, run_id, 'validation_report.json');
    expect(report).toMatchObject({ ok: true, profile: 'local' });
    const lint = report.gates.find(({ name }) => name === 'markdown_lint');
    expect(lint).toMatchObject({ status: 'passed', tool: { name: 'markdownlint', version: '0.40.0' } });
    expect(report.gates.find(({ name }) => name === 'external_links')).toMatchObject({ status: 'skipped' });
  });
});
