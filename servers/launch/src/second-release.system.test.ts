import { afterEach, describe, expect, it } from 'vitest';
import type { ValidationReport } from './artifacts.ts';
import { launchToken, openLaunchPlace } from './testing/launch-place.ts';
import type { LaunchPlace } from './testing/launch-place.ts';

let place: LaunchPlace;
afterEach(() => place.close());

const api = async <Body>(method: string, route: string, body?: object): Promise<Body> => {
  const answer = await fetch(`${place.forge.url}/repos/ada/${route}`, {
    method,
    headers: { authorization: `Bearer ${launchToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
};
interface Content {
  readonly sha: string;
  readonly content: string;
}
const read = async (repository: string, path: string, ref = 'main'): Promise<string> => {
  const { content } = await api<Content>('GET', `${repository}/contents/${path}?ref=${ref}`);
  return Buffer.from(content, 'base64').toString();
};
/** Commits a change of one file, as a person does. */
const edit = async (repository: string, path: string, change: (text: string) => string): Promise<void> => {
  const { sha, content } = await api<Content>('GET', `${repository}/contents/${path}`);
  const before = Buffer.from(content, 'base64').toString();
  const after = change(before);
  expect(after).not.toBe(before);
  await api('PUT', `${repository}/contents/${path}`, {
    message: `Change ${path}`,
    sha,
    content: Buffer.from(after).toString('base64'),
  });
};
const remove = async (repository: string, path: string): Promise<void> => {
  const { sha } = await api<Content>('GET', `${repository}/contents/${path}`);
  await api('DELETE', `${repository}/contents/${path}`, { message: `Remove ${path}`, sha });
};
const headOf = async (repository: string): Promise<string> =>
  (await api<{ object: { sha: string } }>('GET', `${repository}/git/ref/heads/main`)).object.sha;

const guide = 'content/docs/tally/how-a-window-works.md';
const waiting = 'content/docs/tally/waiting-for-a-free-slot.md';
const limiter = 'content/reference/tally/acme-tally.md';

/** The second release of the product: one function is gone with its document, and two comments are reworded. */
const release = async (): Promise<string> => {
  await remove('tally', 'src/wait-for.ts');
  await remove('tally', 'docs/waiting.md');
  await edit('tally', 'src/index.ts', (text) => text.replace(/.*waitFor.*\n/, ''));
  await edit('tally', 'src/limiter.ts', (text) =>
    text.replace('Limiters share nothing', 'Limiters never share anything'),
  );
  await edit('tally', 'README.md', (text) =>
    text
      .replace('Choose a fixed window unless', 'Choose a sliding window only if')
      .replace('It needs one number for', 'It keeps one number for'),
  );
  return headOf('tally');
};

describe.each(['merge', 'squash'])('a second release after the pull request was merged by %s', (merge_method) => {
  it('updates its pages, keeps edits, reports conflicts and removed names, and is then done', async () => {
    place = await openLaunchPlace();
    const runs = place.openRuns();
    await runs.work();
    const launch = async (github_ref: string, number: number) => {
      const { run_id } = await runs.start('launch', { ...place.config, github_ref });
      const ready = await runs.wait(run_id);
      expect(ready).toMatchObject({ state: 'READY_FOR_PR', failure: null });
      await runs.request(run_id, 'publish');
      const { last_operation } = await runs.wait(run_id);
      const report = JSON.parse(
        Buffer.from((await runs.artifact(run_id, 'validation_report.json')).content).toString(),
      ) as ValidationReport;
      const branch = `launch/${run_id}/tally`;
      const merge = () => api('PUT', `site/pulls/${number}/merge`, { merge_method });
      return { last_operation, issues: report.issues, branch, merge };
    };
    const one = await launch(place.config.github_ref, 1);
    // A reviewer changes the branch before it is merged.
    const { sha, content } = await api<Content>('GET', `site/contents/${limiter}?ref=${one.branch}`);
    await api('PUT', `site/contents/${limiter}`, {
      message: 'Review',
      branch: one.branch,
      sha,
      content: Buffer.from(`${Buffer.from(content, 'base64').toString()}\n## Reviewed\n\nBy Ann.\n`).toString('base64'),
    });
    await one.merge();
    await edit('site', guide, (text) =>
      text.replace('Choose a fixed window unless', 'Always choose a fixed window unless'),
    );
    await edit('site', guide, (text) => `${text}\n## Notes\n\nBob likes sliding windows.\n`);

    const ref = await release();
    const two = await launch(ref, 2);
    expect(two.last_operation).toMatchObject({ ok: true });
    const page = await read('site', limiter, two.branch);
    expect(page).toContain('Limiters never share anything');
    expect(page).toContain('## Reviewed\n\nBy Ann.');
    const edited = await read('site', guide, two.branch);
    expect(edited).toContain('It keeps one number for');
    expect(edited).toContain('Always choose a fixed window unless');
    expect(edited).toContain('Bob likes sliding windows.');
    expect(edited).not.toMatch(/^[<=>]{7}/m);
    expect(two.issues.map(({ error_code, severity, location }) => [error_code, severity, location?.path])).toEqual(
      expect.arrayContaining([
        ['PATCH_CONFLICT', 'warn', guide],
        ['PAGE_STALE', 'warn', waiting],
      ]),
    );
    const conflict = two.issues.find(({ error_code }) => error_code === 'PATCH_CONFLICT');
    expect(conflict?.message).toContain('Always choose a fixed window');
    expect(conflict?.message).toContain('Choose a sliding window only if');
    const pull = await api<{ body: string }>('GET', 'site/pulls/2');
    expect(pull.body).toContain('## Decide before merging');
    expect(pull.body).toContain('PAGE_STALE');
    await two.merge();

    const three = await launch(ref, 3);
    expect(three.last_operation).toMatchObject({ ok: false, code: 'NO_CHANGES' });
    expect(three.issues.filter(({ error_code }) => error_code === 'PATCH_CONFLICT')).toEqual([]);
    expect(await read('site', guide)).toBe(edited);
    // Three launches with git and hugo, on a machine that may be busy.
  }, 600_000);
});
