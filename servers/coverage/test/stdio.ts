import path from 'node:path';
import { spawnClient } from '@recourse/testkit';
import type { Spawned } from '@recourse/testkit';
import { afterAll } from 'vitest';
import type { Project } from './project.ts';

const main = path.resolve(import.meta.dirname, '..', '..', '..', 'packages', 'cli', 'dist', 'main.js');
const open: Spawned[] = [];
afterAll(async () => {
  for (const served of open) await served.close();
});

interface ServeOptions {
  readonly mode?: 'agent' | 'ci';
  readonly env?: Readonly<Record<string, string>>;
  /** A prefix for the command, such as `setpriv`, for a process with fewer privileges than its parent. */
  readonly before?: readonly [string, ...string[]];
}

/** Serves a project as its users do, in a process of its own, to the official client. */
export const serveProject = async (project: Pick<Project, 'root'>, options: ServeOptions = {}): Promise<Spawned> => {
  const { mode = 'agent', env = {}, before } = options;
  const words = [main, 'serve', 'coverage', '--stdio', '--mode', mode];
  const [command, ...first] = before ? [...before, process.execPath] : [process.execPath];
  const served = await spawnClient({
    ...(command !== undefined && { command }),
    args: [...first, ...words],
    cwd: project.root,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  open.push(served);
  return served;
};
