import type { JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startWorld, tidewater as repo, valueOf } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let world: World;
beforeAll(async () => {
  world = await startWorld();
  // Whether these can be merged is known from now on.
  for (const prNumber of [2, 6]) await valueOf(world.server(), 'get_pr_mergeability', { repo, prNumber });
});
afterAll(() => world.close());

const files = Array.from({ length: 20 }, (_, index) => ({ path: `calls/${index}.txt`, content: `${index}\n` }));

/** The requests that a success costs, and those of the server that the contract comes from. */
const costs: readonly (readonly [tool: string, ours: number, theirs: number, args: JsonObject])[] = [
  ['search', 1, 1, { query: 'tide' }],
  ['fetch', 2, 2, { repo }],
  ['list_directory', 1, 2, { repo, path: '' }],
  ['read_file', 1, 2, { repo, path: 'README.md' }],
  ['get_tree', 2, 2, { repo, branch: 'main' }],
  ['get_tree', 3, 3, { repo }],
  ['get_commits', 1, 1, { repo }],
  ['get_branches', 2, 2, { repo }],
  ['list_pull_requests', 1, 1, { repo }],
  ['search_pull_requests', 1, 1, { query: 'tide' }],
  ['get_pull_request', 1, 1, { repo, prNumber: 2 }],
  ['get_pr_mergeability', 3, 3, { repo, prNumber: 2 }],
  ['create_branch', 2, 2, { repo, branch: 'calls', from: 'main' }],
  ['commit_files', 5, 25, { repo, branch: 'calls', message: 'm', files }],
  ['create_pull_request', 1, 4, { repo, title: 't', head: 'calls', base: 'main' }],
  ['update_pull_request', 1, 1, { repo, prNumber: 2, title: 't' }],
  ['merge_pull_request', 2, 2, { repo, prNumber: 6 }],
  ['merge_pull_request', 4, 4, { repo, prNumber: 2, delete_branch: true }],
];

it('get_checks_for_sha costs 2 requests, where 2 are allowed', async () => {
  const { commits } = await valueOf(world.server(), 'get_commits', { repo, per_page: 1 });
  const { server, sent } = world.counted();
  await valueOf(server, 'get_checks_for_sha', { repo, sha: commits[0].sha });
  expect(sent).toHaveLength(2);
});

it.each(costs)('%s costs %i requests, where %i are allowed', async (tool, ours, theirs, args) => {
  const { server, sent } = world.counted();
  if (tool === 'merge_pull_request') {
    const { repo: name, prNumber } = args;
    await valueOf(world.server(), 'get_pr_mergeability', { repo: name, prNumber });
  }
  await valueOf(server, tool, args);
  expect(sent, sent.join('\n')).toHaveLength(ours);
  expect(ours).toBeLessThanOrEqual(theirs);
});
