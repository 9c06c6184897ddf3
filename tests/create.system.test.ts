import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dialClient, spawnClient } from '@recourse/testkit';
import type { Linked } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { layPackages } from './lay-packages.ts';

const home = mkdtempSync(path.join(tmpdir(), 'recourse-create-'));
const modules = path.join(home, 'node_modules');
afterAll(() => rmSync(home, { recursive: true, force: true }));

layPackages(modules);

/** Runs a program of an installed package in a folder. */
const run = (folder: string, program: string, ...given: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(modules, program), ...given], {
    cwd: path.join(home, folder),
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  });
  return { status, said: `${stdout}${stderr}` };
};
const create = (...given: readonly string[]) => run('.', 'create-recourse/dist/main.js', ...given);
const recourse = '@recourse/cli/dist/main.js';

const isRefused = async ({ callTool, close }: Linked): Promise<void> => {
  expect((await callTool('add_comment', { ticket: 2, text: 'Still none.' })).structuredContent).toMatchObject({
    ok: false,
    code: 'TICKET_CLOSED',
    details: { ticket: 2 },
    recovery: 'change_state',
    next_actions: [{ tool: 'reopen_ticket', arguments: { ticket: 2 } }],
  });
  await close();
};

describe.each([
  { language: 'typescript', transport: 'stdio' },
  { language: 'javascript', transport: 'http' },
])('a new project in $language over $transport', ({ language, transport }) => {
  const name = `new-${language}`;
  const typed = language === 'typescript';

  beforeAll(() => {
    const { status, said } = create('--name', name, '--language', language, '--transport', transport);
    expect({ status, said }).toMatchObject({ status: 0, said: expect.stringContaining(`"${name}"`) as string });
  });

  it('passes the strict checks of TypeScript', () => {
    const given = typed
      ? []
      : ['--allowJs', '--checkJs', '--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext', '--target'].concat(
          'es2023',
          '--types',
          'node',
          ...['codes', 'server', 'main'].map((each) => `src/${each}.js`),
        );
    expect(run(name, 'typescript/bin/tsc', ...given)).toEqual({ status: 0, said: '' });
    if (typed) expect(run(name, 'typescript/bin/tsc', '-p', 'tsconfig.build.json')).toEqual({ status: 0, said: '' });
  });

  it('passes its own tests', () => {
    const { status, said } = run(name, 'vitest/vitest.mjs', 'run');
    expect({ status, said }).toMatchObject({ status: 0, said: expect.stringMatching(/3 passed/u) as string });
  });

  it('passes recourse lint, and its codes match their locks', () => {
    expect(run(name, recourse, 'lint', 'src')).toMatchObject({ status: 0 });
    const { status, said } = run(name, recourse, 'codes', 'check', '--json');
    expect({ status, said }).toMatchObject({ status: 0 });
    expect(JSON.parse(said)).toMatchObject({ ok: true, registries: [{ namespace: 'tickets', locked: '0.1.0' }] });
  });

  it('serves the official client as its configuration says, and fails with its own code', async () => {
    const settings = JSON.parse(readFileSync(path.join(home, name, '.mcp.json'), 'utf8')) as {
      readonly mcpServers: Readonly<Record<string, { readonly args: readonly string[]; readonly url: string }>>;
    };
    const { args, url } = settings.mcpServers[name] ?? { args: [], url: '' };
    if (transport === 'stdio') return isRefused(await spawnClient({ args, cwd: path.join(home, name) }));
    expect(new URL(url).pathname).toBe('/mcp');
    const child = spawn(process.execPath, ['src/main.js'], {
      cwd: path.join(home, name),
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill());
    const [said] = (await once(child.stderr, 'data')) as [Buffer];
    await isRefused(await dialClient(said.toString().trim().split(' ').at(-1) ?? ''));
  });
});

it('leaves a folder alone that is not empty', () => {
  mkdirSync(path.join(home, 'taken'));
  writeFileSync(path.join(home, 'taken', 'mine.txt'), 'mine');
  const before = readdirSync(home);
  const { status, said } = create('taken', '--yes');
  expect(status).toBe(2);
  expect(said).toContain('taken is not empty (mine.txt). Nothing was written.');
  expect(readdirSync(path.join(home, 'taken'))).toEqual(['mine.txt']);
  expect(readdirSync(home)).toEqual(before);
});
