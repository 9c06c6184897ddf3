import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';
import { jsonFieldsOf } from '../src/gh-fields.mjs';
import { createGh, hasGh, makePlace } from '../src/gh.mjs';

const { mira, jonas, reader } = sampleTokens;
const found = await hasGh();
let place;
let forge;
let gh;
let backlog;
const errors = [];

beforeAll(async () => {
  if (!found) return;
  place = await makePlace();
  const issues = Array.from({ length: 130 }, (_, index) => ({ title: `Item ${index + 1}`, user: 'jonas' }));
  const seed = {
    ...sampleSeed,
    repositories: [...sampleSeed.repositories, { owner: 'mira', name: 'backlog', issues }],
  };
  forge = await createForge({
    seed,
    limits: 'none',
    tls: place.certificate.tls,
    onError: (error) => errors.push(error),
  });
  gh = createGh(place, forge.url, 'mira/tidewater');
  backlog = createGh(place, forge.url, 'mira/backlog');
});

afterAll(async () => {
  await forge?.close();
  await place?.remove();
  expect(errors).toEqual([]);
});

/** The output of a command that succeeds. */
async function shown(token, ...words) {
  const { status, stdout, stderr } = await gh(token, words);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

const lines = (text) => text.trimEnd().split('\n');
const columns = (text) => lines(text).map((line) => line.split('\t'));
const api = async (token, ...words) => JSON.parse(await shown(token, 'api', ...words));
const sent = async (body) => {
  const file = path.join(place.folder, 'body.json');
  await writeFile(file, JSON.stringify(body));
  return file;
};

/** A branch with one commit. */
async function makeBranch(name) {
  const { object } = await api(jonas, 'repos/mira/tidewater/git/ref/heads/main');
  await shown(jonas, 'api', 'repos/mira/tidewater/git/refs', '-f', `ref=refs/heads/${name}`, '-f', `sha=${object.sha}`);
  const words = ['-f', `message=Add ${name}`, '-f', 'content=', '-f', `branch=${name}`];
  const { commit } = await api(jonas, '-X', 'PUT', `repos/mira/tidewater/contents/${name}.txt`, ...words);
  return commit.sha;
}

/** Waits until the forge has computed whether a pull request can be merged, as GitHub does after the first question. */
async function decided(number) {
  for (;;) {
    const pull = await api(mira, `repos/mira/tidewater/pulls/${number}`);
    if (pull.mergeable !== null) return pull;
  }
}

describe.runIf(found)('gh pr', () => {
  it('lists pull requests by state, branch, author and words', async () => {
    const numbers = async (...words) =>
      columns(await shown(reader, 'pr', 'list', ...words)).map(([number]) => Number(number));
    expect(await numbers()).toEqual([7, 6, 5, 4, 3, 2]);
    expect(await numbers('--state', 'all', '--limit', '2')).toEqual([9, 8]);
    expect(await numbers('--state', 'merged')).toEqual([8]);
    expect(await numbers('--base', 'stable')).toEqual([5]);
    expect(await numbers('--head', 'neap')).toEqual([6]);
    expect(await numbers('--author', 'jonas', '--search', 'tides')).toEqual([6]);
    expect(await numbers('--draft')).toEqual([7]);
    expect(await numbers('--search', 'review:required')).toEqual([4]);
    expect(await numbers('--search', '-base:main -author:mira sort:created-asc')).toEqual([4, 5]);
    expect((await gh(reader, ['pr', 'list', '--search', 'created:>2020-01-01'])).stderr).toContain('created');
    expect(await shown(reader, 'pr', 'list', '--label', 'bug')).toBe('');
  });

  it('lists and shows every field that it can print', async () => {
    const fields = await jsonFieldsOf(gh, mira, ['pr', 'list']);
    const listed = JSON.parse(await shown(mira, 'pr', 'list', '--state', 'all', '--json', fields));
    expect(listed).toHaveLength(8);
    const one = JSON.parse(
      await shown(mira, 'pr', 'view', '6', '--json', await jsonFieldsOf(gh, mira, ['pr', 'view'])),
    );
    expect(one).toMatchObject({
      number: 6,
      author: { login: 'jonas', name: 'Jonas Abara' },
      files: [{ path: 'src/neap.js', additions: 1, deletions: 0 }],
      commits: [{ messageHeadline: 'Neap tides', authors: [{ login: 'jonas' }] }],
      statusCheckRollup: [{ __typename: 'CheckRun', name: 'lint', workflowName: 'CI', conclusion: 'FAILURE' }],
    });
    expect(listed.find(({ number }) => number === 8)).toMatchObject({
      state: 'MERGED',
      mergedBy: { login: 'mira' },
      comments: [{ author: { login: 'mira' }, authorAssociation: 'OWNER', body: 'Thank you!' }],
    });
  });

  it('shows a pull request by number, by branch and with its comments', async () => {
    for (const name of ['4', 'hotfix'])
      expect(await shown(reader, 'pr', 'view', name)).toContain('reviewers:\tmira (Requested)');
    expect(await shown(reader, 'pr', 'view', '8', '--comments')).toContain('Thank you!');
    const missing = await gh(reader, ['pr', 'view', '99']);
    expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('Could not resolve to a PullRequest') });
  });

  it('opens a pull request with reviewers, refuses a second one, and names what does not exist', async () => {
    await makeBranch('moon');
    const words = ['pr', 'create', '--title', 'Moon', '--body', 'Text', '--head', 'moon', '--base', 'main'];
    const url = (await shown(jonas, ...words, '--draft', '--reviewer', 'mira')).trim();
    const view = JSON.parse(
      await shown(jonas, 'pr', 'view', url.split('/').at(-1), '--json', 'isDraft,body,reviewRequests'),
    );
    expect(view).toMatchObject({ isDraft: true, body: 'Text', reviewRequests: [{ login: 'mira' }] });
    expect(await gh(jonas, words)).toMatchObject({ status: 1, stderr: expect.stringContaining('already exists') });
    await makeBranch('sun');
    const sun = ['pr', 'create', '--title', 'Sun', '--body', '', '--head', 'sun'];
    expect((await gh(jonas, [...sun, '--label', 'bug'])).stderr).toContain("'bug' not found");
    expect((await gh(jonas, [...sun, '--reviewer', 'nobody'])).status).toBe(1);
    expect(await shown(jonas, 'pr', 'list', '--head', 'sun')).toBe('');
    expect((await gh(jonas, [...sun, '--base', 'nowhere'])).stderr).toContain('base is invalid');
  });

  it('merges in every way, and deletes the branch', async () => {
    for (const [method, parents] of [
      ['--merge', 2],
      ['--squash', 1],
      ['--rebase', 1],
    ]) {
      const name = `by${method}`;
      const head = await makeBranch(name);
      await shown(jonas, 'pr', 'create', '--title', name, '--body', '', '--head', name);
      const stale = ['--match-head-commit', 'f'.repeat(40)];
      expect((await gh(jonas, ['pr', 'merge', name, method, ...stale])).stderr).toContain('Head branch was modified');
      await shown(jonas, 'pr', 'merge', name, method, '--delete-branch', '--match-head-commit', head);
      expect((await api(jonas, 'repos/mira/tidewater/commits/main')).parents).toHaveLength(parents);
      expect((await gh(jonas, ['api', `repos/mira/tidewater/git/ref/heads/${name}`])).status).toBe(1);
    }
    await makeBranch('worded');
    await shown(jonas, 'pr', 'create', '--title', 'W', '--body', '', '--head', 'worded');
    await shown(jonas, 'pr', 'merge', 'worded', '--squash', '--subject', 'In my words', '--body', 'And more');
    expect((await api(jonas, 'repos/mira/tidewater/commits/main')).commit.message).toBe('In my words\n\nAnd more');
  });

  it('is told why a merge is refused', async () => {
    const refused = async (token, ...words) => {
      const { status, stderr } = await gh(token, ['pr', 'merge', '--merge', ...words]);
      expect(status).toBe(1);
      return stderr;
    };
    expect((await decided(4)).mergeable_state).toBe('blocked');
    expect(await refused(jonas, '4')).toContain('the base branch policy prohibits the merge');
    expect(await refused(jonas, '4', '--admin')).toContain('approving review');
    await decided(3);
    expect(await refused(jonas, '3')).toContain('the merge commit cannot be cleanly created');
    expect(await refused(jonas, '4', '--auto')).toContain('Auto merge is not allowed');
    expect(await refused(reader, '2')).toContain('push access');
    expect((await gh(jonas, ['pr', 'merge', '2', '--disable-auto'])).status).toBe(1);
    expect(await refused(mira, '2', '--author-email', 'else@example.org')).toContain('Author email');
  });

  it('is refused by a ruleset, also as administrator', async () => {
    const rule = {
      type: 'required_status_checks',
      parameters: { required_status_checks: [{ context: 'audit' }], strict_required_status_checks_policy: false },
    };
    const ruleset = {
      name: 'Audit',
      enforcement: 'active',
      conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
      rules: [rule],
    };
    const { id } = await api(mira, 'repos/mira/tidewater/rulesets', '--input', await sent(ruleset));
    expect((await decided(2)).mergeable_state).toBe('blocked');
    const { stderr } = await gh(mira, ['pr', 'merge', '2', '--merge', '--admin']);
    expect(stderr).toContain('Repository rule violations found');
    expect(stderr).toContain('"audit" is expected');
    await shown(mira, 'api', '-X', 'DELETE', `repos/mira/tidewater/rulesets/${id}`);
    await shown(mira, 'pr', 'merge', '2', '--merge');
  });
});

describe.runIf(found)('gh issue', () => {
  it('lists more issues than one page holds, by author and by words', async () => {
    const listed = async (...words) =>
      JSON.parse((await backlog(reader, ['issue', 'list', '--json', 'number', ...words])).stdout);
    expect(await listed('--limit', '125')).toHaveLength(125);
    expect(await listed('--limit', '200', '--author', 'jonas')).toHaveLength(130);
    expect(await listed('--author', 'mira')).toEqual([]);
    expect(await listed('--search', '"item 77"')).toEqual([{ number: 77 }]);
    expect(await listed('--assignee', 'jonas')).toEqual([]);
  });

  it('shows an issue with every field that it can print, and a pull request as one', async () => {
    const fields = await jsonFieldsOf(gh, reader, ['issue', 'view']);
    await shown(reader, 'api', 'repos/mira/tidewater/issues/1/comments', '-f', 'body=Same here');
    const issue = JSON.parse(await shown(reader, 'issue', 'view', '1', '--json', fields));
    expect(issue).toMatchObject({
      title: 'Spring tides are too low',
      author: { login: 'reader' },
      comments: [{ body: 'Same here', viewerDidAuthor: true }],
    });
    expect(await shown(reader, 'issue', 'view', '1', '--comments')).toContain('Same here');
    expect(columns(await shown(reader, 'issue', 'list'))[0].slice(0, 3)).toEqual([
      '1',
      'OPEN',
      'Spring tides are too low',
    ]);
    expect(await shown(reader, 'issue', 'view', '6')).toContain('Neap tides');
  });
});

describe.runIf(found)('gh release', () => {
  it('lists releases, drafts for writers only', async () => {
    const listed = async (token) =>
      columns(await shown(token, 'release', 'list')).map(([name, kind, tag]) => [name, kind, tag]);
    expect(await listed(mira)).toEqual([
      ['Rounded', 'Draft', 'v0.3.0'],
      ['Tested', 'Latest', 'v0.2.0'],
    ]);
    expect(await listed(reader)).toEqual([['Tested', 'Latest', 'v0.2.0']]);
  });
});

describe.runIf(found)('gh run', () => {
  it('lists runs by workflow, branch and user', async () => {
    const listed = async (...words) =>
      JSON.parse(await shown(reader, 'run', 'list', '--json', 'databaseId,conclusion,workflowName', ...words));
    expect(await listed()).toEqual([
      { databaseId: 2, conclusion: 'failure', workflowName: 'CI' },
      { databaseId: 1, conclusion: 'success', workflowName: 'CI' },
    ]);
    expect(await listed('--branch', 'neap')).toHaveLength(1);
    expect(await listed('--user', 'mira', '--workflow', 'CI')).toHaveLength(1);
    expect(await listed('--workflow', 'ci.yml')).toHaveLength(2);
    expect(columns(await shown(reader, 'run', 'list'))[0]?.slice(0, 6)).toEqual([
      'completed',
      'failure',
      'Neap tides',
      'CI',
      'neap',
      'pull_request',
    ]);
  });

  it('shows a run, its jobs and steps, and ends with its conclusion', async () => {
    const view = await shown(reader, 'run', 'view', '2');
    expect(view).toContain('X neap CI #6 · 2');
    expect(view).toContain('X Run npm run lint');
    expect(await shown(reader, 'run', 'view', '--job', '2')).toContain('X lint');
    expect((await gh(reader, ['run', 'view', '2', '--exit-status'])).status).toBe(1);
    const fields = await jsonFieldsOf(gh, reader, ['run', 'view']);
    expect(JSON.parse(await shown(reader, 'run', 'view', '1', '--json', fields))).toMatchObject({
      headBranch: 'main',
      jobs: [{ name: 'test', steps: [{ number: 1 }, { name: 'Run npm test', number: 2 }] }],
    });
    expect((await gh(reader, ['run', 'view', '99'])).status).toBe(1);
  });

  it('shows logs of a run, of a job and of failed steps', async () => {
    const messages = async (...words) =>
      columns(await shown(reader, 'run', 'view', ...words)).map(([job, step, text]) => [
        job,
        step,
        text.replace(/^\S+Z /, ''),
      ]);
    expect(await messages('1', '--log')).toEqual([
      ['test', 'Set up job', 'Node 20.20.2'],
      ['test', 'Run npm test', '✔ is highest at high water'],
      ['test', 'Run npm test', '✔ is lowest half a period later'],
    ]);
    expect(await messages('2', '--log-failed')).toEqual([
      ['lint', 'Run npm run lint', "src/neap.js:1:14 'neap' is never used"],
      ['lint', 'Run npm run lint', 'Process completed with exit code 1.'],
    ]);
    expect(await messages('--job', '2', '--log')).toHaveLength(3);
  });
});

describe.runIf(found)('gh without access', () => {
  it('is refused with a wrong token, and does not find private repositories of others', async () => {
    expect((await gh('wrong', ['pr', 'list'])).stderr).toContain('401');
    const harbour = createGh(place, forge.url, 'mira/harbour');
    expect((await harbour(reader, ['pr', 'list'])).stderr).toContain('Could not resolve to a Repository');
    expect((await harbour(reader, ['run', 'list'])).stderr).toContain('404');
    expect((await harbour(jonas, ['pr', 'list'])).stdout).toContain('Build a pier');
  });
});
