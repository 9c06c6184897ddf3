import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createForge } from '@recourse/forge';
import type { Forge, Seed } from '@recourse/forge';
import { onTestFinished } from 'vitest';

/** Creates a folder that is removed after the test. */
export const createFolder = (): string => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'recourse-launch-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const identity = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  GIT_AUTHOR_DATE: '2024-05-06T07:08:09Z',
  GIT_COMMITTER_DATE: '2024-05-06T07:08:09Z',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

/** Creates a real repository with one commit. `prepare` may change the working copy before it is committed. */
export const createSource = (
  files: Readonly<Record<string, string | Uint8Array>>,
  prepare: (root: string, git: (...given: readonly string[]) => string) => void = () => {},
): { readonly root: string; readonly sha: string } => {
  const root = createFolder();
  const git = (...given: readonly string[]): string =>
    execFileSync('git', given, { cwd: root, env: { PATH: process.env['PATH'], ...identity }, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch=main');
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  git('add', '--all');
  prepare(root, git);
  git('commit', '--quiet', '--allow-empty', '--message', 'Begin');
  return { root, sha: git('rev-parse', 'HEAD').trim() };
};

/** Starts a forge that serves repositories of user `ada`, whose token is `ada`. It is closed after the test. */
export const serveSources = async (
  repositories: readonly NonNullable<Seed['repositories']>[number][],
): Promise<Forge> => {
  const seed: Seed = { users: [{ login: 'ada', tokens: [{ token: 'ada' }] }], repositories: [...repositories] };
  const forge = await createForge({ seed, limits: 'none', control: true });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= forge.close());
  onTestFinished(close);
  return { ...forge, close };
};
