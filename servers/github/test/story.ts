import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { expect } from 'vitest';

/** The result of a tool call, however it was made. */
interface StoryAnswer {
  readonly isError: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any -- a story looks into answers of many shapes
  readonly body: any;
}

/** How the story's calls are made, and where its forge is. */
export interface Stage {
  call(tool: string, args: JsonObject): Promise<StoryAnswer>;
  readonly forge: string;
  readonly token: string;
}

/** An agent's day: from finding a repository to a merged pull request, with everything that gets in the way. */
export const tellStory = async ({ call, forge, token }: Stage): Promise<void> => {
  const repo = 'mira/tidewater';
  const branch = 'spring-tides';
  const api = async (method: string, route: string, body: object): Promise<void> => {
    const response = await fetch(`${forge}/repos/${repo}${route}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'story' },
      body: JSON.stringify(body),
    });
    expect(response.ok, await response.text()).toBe(true);
  };
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  const succeed = async (tool: string, args: JsonObject): Promise<any> => {
    const { isError, body } = await call(tool, args);
    expect(isError, JSON.stringify(body)).toBe(false);
    return body;
  };
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  const refused = async (tool: string, args: JsonObject): Promise<any> => {
    const { isError, body } = await call(tool, args);
    expect(isError, JSON.stringify(body)).toBe(true);
    return body.error;
  };
  const protection = { required_status_checks: { strict: false, contexts: ['ci'] }, enforce_admins: true };
  await api('PUT', '/branches/main/protection', {
    ...protection,
    required_pull_request_reviews: null,
    restrictions: null,
  });

  expect((await succeed('search', { query: 'tide' })).results[0].id).toBe(repo);
  expect((await succeed('read_file', { repo, path: 'src/tides.js' })).content).toContain('tideHeight');
  const { sha: start } = await succeed('create_branch', { repo, branch });
  const files = Array.from({ length: 20 }, (_, index) => ({
    path: `almanac/day-${index + 1}.md`,
    content: `# Day ${index + 1}\n\nHigh water at ${index}:00.\n`,
  }));
  const first = await succeed('commit_files', { repo, branch, message: 'Twenty days', files, expected_head: start });
  const pull = { repo, title: 'Spring tides', head: branch, base: 'main', body: 'Twenty days.', draft: true };
  const { number } = await succeed('create_pull_request', pull);
  const about = { repo, prNumber: number };

  expect((await refused('merge_pull_request', about)).data.recourse.details.blockers).toMatchObject([
    { guard: 'draft' },
    { guard: 'check', name: 'ci', state: 'missing', source: 'protection' },
  ]);
  expect(await succeed('update_pull_request', { ...about, draft: false })).toMatchObject({ draft: false });
  await api('POST', `/statuses/${first.commit}`, { context: 'ci', state: 'failure', description: 'Day 20 is wrong' });
  const blocked = await refused('merge_pull_request', { ...about, sha: first.commit });
  expect(blocked).toMatchObject({
    code: -32005,
    data: { recourse: { details: { blockers: [{ guard: 'check', name: 'ci', state: 'failure' }] } } },
  });
  const [next] = blocked.data.recourse.next_actions;
  expect((await succeed(next.tool, next.arguments)).failing).toMatchObject([{ name: 'ci' }]);

  const fix = [{ path: 'almanac/day-20.md', content: '# Day 20\n\nHigh water at 19:30.\n' }];
  const second = await succeed('commit_files', { repo, branch, message: 'Mend day 20', files: fix });
  await api('POST', `/statuses/${second.commit}`, { context: 'ci', state: 'success' });
  expect(await refused('merge_pull_request', { ...about, sha: first.commit })).toMatchObject({
    code: -32006,
    data: { recourse: { details: { actual_sha: second.commit } } },
  });
  const merged = await succeed('merge_pull_request', {
    ...about,
    // Still a prefix, but long enough that it is never all digits: the command line would send a number.
    sha: second.commit.slice(0, 30),
    merge_method: 'squash',
    commit_title: 'Spring tides',
    delete_branch: true,
  });
  expect(merged).toMatchObject({ merged: true, branch_deleted: true });
  await expectClone(`${forge}/${repo}.git`, { head: merged.sha, gone: branch });
};

/** Checks the result with a clone by git itself. */
const expectClone = async (
  url: string,
  { head, gone }: { readonly head: string; readonly gone: string },
): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-story-'));
  try {
    const clone = path.join(folder, 'clone');
    await git(['clone', '--quiet', url, clone]);
    expect((await git(['-C', clone, 'rev-parse', 'HEAD'])).trim()).toBe(head);
    expect((await git(['-C', clone, 'log', '-1', '--format=%s'])).trim()).toBe('Spring tides');
    expect(await readdir(path.join(clone, 'almanac'))).toHaveLength(20);
    expect(await readFile(path.join(clone, 'almanac', 'day-20.md'), 'utf8')).toContain('19:30');
    expect(await git(['-C', clone, 'branch', '--remotes'])).not.toContain(gone);
    await git(['-C', clone, 'fsck', '--strict']);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const git = (args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', HOME: tmpdir() };
    const child = spawn('git', [...args], { env });
    let [out, problem] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`git ${args.join(' ')}: ${problem}`))));
  });
