import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repetitions } from '@recourse/testkit/repetitions';
import { spawnClient } from '@recourse/testkit';
import type { Spawned } from '@recourse/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sampleTokens, startWorld, tidewater as repo, valueOf } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const program = path.join(import.meta.dirname, 'killed-server.mjs');
const commitsEach = repetitions({ atLeast: 4, full: 20 });

let world: World;
let folder: string;
const spawned: Spawned[] = [];

beforeAll(async () => {
  world = await startWorld();
  folder = mkdtempSync(path.join(tmpdir(), 'recourse-committing-'));
  for (const name of ['a', 'b', 'c']) {
    const args = [program, path.join(folder, `${name}.db`), world.url, sampleTokens.mira, '500'];
    spawned.push(await spawnClient({ args, cwd: folder, env: { PATH: process.env['PATH'] ?? '' } }));
  }
});
afterAll(async () => {
  for (const { close } of spawned) await close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

it('commits of three processes to different files all get on the branch, each once', async () => {
  const server = world.server();
  await valueOf(server, 'create_branch', { repo, branch: 'shared' });
  const results = await Promise.all(
    spawned.flatMap(({ callTool }, process) =>
      Array.from({ length: commitsEach }, (_, index) =>
        callTool('commit_files', {
          repo,
          branch: 'shared',
          message: `Commit ${process}-${index}`,
          files: [{ path: `shared/${process}/${index}.txt`, content: 'x\n' }],
        }),
      ),
    ),
  );
  expect(results.filter(({ isError }) => isError)).toEqual([]);
  const { commits } = await valueOf(server, 'get_commits', { repo, branch: 'shared', per_page: 100 });
  const messages = commits
    .map(({ message }: { message: string }) => message)
    .filter((line: string) => line.startsWith('Commit'));
  expect(messages).toHaveLength(3 * commitsEach);
  expect(new Set(messages).size).toBe(messages.length);
  const { tree } = await valueOf(server, 'get_tree', { repo, branch: 'shared' });
  expect(tree.filter(({ path: file }: { path: string }) => /^shared\/.*\.txt$/.test(file))).toHaveLength(
    3 * commitsEach,
  );
});
