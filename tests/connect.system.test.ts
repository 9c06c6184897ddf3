import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnClient } from '@recourse/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = path.resolve(import.meta.dirname, '..', 'packages', 'cli', 'dist', 'main.js');

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'recourse-connect-')));
  for (const name of ['home', 'project', 'elsewhere']) mkdirSync(path.join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the built command as a person would who has nothing but this folder. */
const recourse = (line: readonly string[], more: { readonly uid?: number; readonly gid?: number } = {}) => {
  const home = path.join(folder, 'home');
  const env = { PATH: process.env['PATH'], HOME: home, USERPROFILE: home };
  return spawnSync(process.execPath, [main, ...line], {
    cwd: path.join(folder, 'project'),
    encoding: 'utf8',
    env,
    ...more,
  });
};

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

const entryIn = (file: string, section: string): Entry => {
  const settings = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, Record<string, Entry>>;
  const entry = settings[section]?.['recourse-fixture'];
  if (!entry) throw new Error(`no entry in ${file}`);
  return entry;
};

describe('what recourse connect writes', () => {
  it.each<readonly [string, string, string, string]>([
    ['claude-code', 'project/.mcp.json', 'mcpServers', 'project'],
    ['cursor', 'project/.cursor/mcp.json', 'mcpServers', 'elsewhere'],
    ['vscode', 'project/.vscode/mcp.json', 'servers', 'project'],
    ...(process.platform === 'linux'
      ? [['claude-desktop', 'home/.config/Claude/claude_desktop_config.json', 'mcpServers', 'elsewhere'] as const]
      : []),
  ])('lets %s start the server at once, with the state of the project', async (client, file, section, cwd) => {
    const { status, stderr } = recourse(['connect', client, 'fixture']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { command, args } = entryIn(file, section);
    const linked = await spawnClient({ command, args, cwd: path.join(folder, cwd), env: {} });
    expect((await linked.client.listTools()).tools.map(({ name }) => name)).toContain('test_simple_text');
    await linked.close();
    expect(existsSync(path.join(folder, 'project', '.recourse', 'state.db'))).toBe(true);
    expect(readdirSync(path.join(folder, 'elsewhere'))).toEqual([]);
  });
});

describe('recourse doctor', () => {
  it('finds what connect has written, and ends with 0', () => {
    recourse(['connect', 'cursor', 'fixture']);
    const { status, stdout, stderr } = recourse(['doctor', '--json', '--port', '65535']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { findings } = JSON.parse(stdout) as { findings: object[] };
    expect(findings).toContainEqual({
      check: 'clients',
      verdict: 'fine',
      says: "Cursor (project): 'recourse-fixture' serves fixture",
    });
  });

  it('exits with 1 if the store is not writable', ({ skip }) => {
    chmodSync(folder, 0o755);
    chmodSync(path.join(folder, 'project'), 0o555);
    // Root may write everywhere, so the check runs as another user.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    if (recourse(['--version'], nobody).status !== 0) skip('Nobody but root may read this repository.');
    const { status, stdout } = recourse(['doctor', '--port', '65535'], nobody);
    expect({ status, stdout }).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/broken {2}store .*SQLite, .recourse\/state.db: \. is not writable/),
    });
  });
});
