import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export interface TestRepository {
  readonly root: string;
  git(...given: readonly string[]): string;
  write(name: string, text: string | Uint8Array): void;
  /** Adds everything and commits it; the commit's id. */
  commit(message?: string): string;
}

/** A folder of its own that is gone after the test. */
export const createFolder = (): string => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'recourse-coverage-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const identity = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

/** A real repository, empty, on the branch `main`. */
export const createRepository = (...options: readonly string[]): TestRepository => {
  const root = createFolder();
  const git = (...given: readonly string[]): string =>
    execFileSync('git', given, { cwd: root, env: { PATH: process.env['PATH'], ...identity }, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch=main', ...options);
  return {
    root,
    git,
    write: (name, text) => {
      const file = path.join(root, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    commit: (message = 'A change') => {
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', message);
      return git('rev-parse', 'HEAD').trim();
    },
  };
};

/** A program that leaves a trace when it runs, and the path of the trace. */
export const createCanary = (folder: string): { readonly program: string; readonly trace: string } => {
  const program = path.join(folder, 'canary.sh');
  const trace = path.join(folder, 'canary.trace');
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${trace}'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, trace };
};
