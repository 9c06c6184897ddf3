import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnClient } from '@recourse/testkit';
import { afterAll, describe, expect, it } from 'vitest';

const recourse = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
const added = path.join(import.meta.dirname, 'fixtures', 'added-tool.mjs');
const serve = [recourse, 'serve', added, '--stdio'];
/** The state of the servers. */
const cwd = mkdtempSync(path.join(tmpdir(), 'recourse-registration-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('recourse serve with a tool', () => {
  it.each([['none'], ['teleport'], ['']])(
    'of operation type %j does not start and writes no protocol',
    async (type) => {
      const child = spawn(process.execPath, serve, { cwd, env: { ...process.env, ADDED_TYPE: type } });
      const written = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].on('data', (chunk: Buffer) => {
          written[name] += String(chunk);
        });
      }
      child.stdin.on('error', () => undefined);
      child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`);
      const [exitCode] = (await once(child, 'close')) as [number | null];
      expect(exitCode).not.toBe(0);
      expect(written.stdout).toBe('');
      expect(written.stderr).toContain("'electron_added' cannot be registered: 'operation' must be one of");
    },
  );

  it('of a valid type lists it with its codes and without the type', async () => {
    const env = { PATH: process.env['PATH'] ?? '', ADDED_TYPE: 'query' };
    const { client, close } = await spawnClient({ args: serve, cwd, env });
    try {
      const { tools } = await client.listTools();
      const listed = tools.find(({ name }) => name === 'electron_added');
      expect(listed).toMatchObject({ description: 'Answers. Errors: BAD_ARGUMENT.' });
      expect(JSON.stringify(listed)).not.toContain('query');
      const answer = await client.callTool({ name: 'electron_added', arguments: {} });
      expect(answer.structuredContent).toMatchObject({ ok: true, answered: true });
      const unknown = await client.callTool({ name: 'electron_aded', arguments: {} });
      expect(unknown).toMatchObject({ isError: true, structuredContent: { code: 'NOT_FOUND_OPERATION' } });
    } finally {
      await close();
    }
  });
});
