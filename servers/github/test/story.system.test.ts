import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';
import { expectFailure, linkClient, spawnClient } from '@recourse/testkit';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createGitHubServer } from '../src/server.ts';
import { tellStory } from './story.ts';

vi.setConfig({ testTimeout: 240_000 });

it.each(['session', '2026-07-28'] as const)('goes well with the official client, %s', async (protocol) => {
  const forge = await createForge({ seed: sampleSeed });
  onTestFinished(() => forge.close());
  const server = createGitHubServer({ github: { baseUrl: forge.url, token: sampleTokens.mira }, log: () => undefined });
  const questions: string[] = [];
  const { callTool, close } = await linkClient(server, {
    protocol,
    elicit: ({ message }) => {
      questions.push(message);
      return { action: 'accept', content: { confirm: true } };
    },
  });
  onTestFinished(close);
  await tellStory({
    forge: forge.url,
    token: sampleTokens.mira,
    call: async (tool, args) => {
      const { isError, structuredContent } = await callTool(tool, args);
      return { isError: isError === true, body: structuredContent };
    },
  });
  // No question is asked about a merge that cannot happen.
  expect(questions).toHaveLength(1);
});

const main = path.join(import.meta.dirname, '..', 'dist', 'main.js');

it('starts without a token on a forge of its own, and says so', async () => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'recourse-github-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const { client, callTool, close, stderr } = await spawnClient({
    args: [main],
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  onTestFinished(close);
  expect(client.getInstructions()).toContain('GITHUB_TOKEN is not set');
  expect(stderr()).toMatch(
    /GITHUB_TOKEN is not set: this server uses a local GitHub emulator at http:\/\/127\.0\.0\.1:\d+/,
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'commit_files',
    'create_branch',
    'create_pull_request',
    'fetch',
    'find_effect',
    'get_branches',
    'get_checks_for_sha',
    'get_commits',
    'get_pr_mergeability',
    'get_pull_request',
    'get_tree',
    'list_directory',
    'list_pull_requests',
    'merge_pull_request',
    'read_file',
    'recourse_confirm',
    'search',
    'search_pull_requests',
    'update_pull_request',
  ]);
  const { structuredContent } = await callTool('fetch', { repo: 'mira/tidewater' });
  expect(structuredContent).toMatchObject({ id: 'mira/tidewater' });
  const refused = await callTool('merge_pull_request', { repo: 'mira/tidewater', prNumber: 3 });
  expectFailure(refused).toBe('PR_NOT_MERGEABLE');
  await vi.waitUntil(() => stderr().includes('jsonrpc_error tool=merge_pull_request code=-32005'));
});
