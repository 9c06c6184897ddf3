import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawnClient } from '@recourse/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../scripts/pack/pack-packages.mjs';
import { parts } from './architecture.ts';
import { layPackages } from './lay-packages.ts';

const home = mkdtempSync(path.join(tmpdir(), 'recourse-packages-'));
const modules = path.join(home, 'node_modules');
afterAll(() => rmSync(home, { recursive: true, force: true }));

layPackages(modules);

const node = (script: string, ...more: readonly string[]) =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', script, ...more], { cwd: home, encoding: 'utf8' });

describe.each(parts)('$name as it is published', ({ name, folder }) => {
  it('offers in every entry what the workspace offers', () => {
    const { exports } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, { readonly default: string }>>;
    };
    const pairs = Object.entries(exports).map(([entry, { default: file }]) => [
      path.posix.join(name, entry),
      pathToFileURL(path.join(root, folder, file)).href,
    ]);
    const { stdout, stderr } = node(`
      for (const [packed, built] of ${JSON.stringify(pairs)}) {
        if (!import.meta.resolve(packed).includes('/recourse-packages-')) throw new Error(packed + ' is not the packed one');
        const [ours, theirs] = await Promise.all([import(packed), import(built)]);
        console.log(packed, Object.keys(ours).join() === Object.keys(theirs).join(), Object.keys(ours).length > 0);
      }`);
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toEqual(pairs.map(([packed]) => `${packed} true true`));
  });

  it('says what it is, where it comes from and what it needs', () => {
    const packed = path.join(modules, name);
    expect(readFileSync(path.join(packed, 'README.md'), 'utf8')).toMatch(/^# /u);
    expect(readFileSync(path.join(packed, 'LICENSE'), 'utf8')).toContain('MIT License');
    expect(JSON.parse(readFileSync(path.join(packed, 'package.json'), 'utf8'))).toMatchObject({
      license: 'MIT',
      description: expect.stringMatching(/\.$/u) as string,
      keywords: expect.arrayContaining(['mcp']) as string[],
      homepage: expect.stringMatching(/^https:/u) as string,
      repository: { type: 'git', url: expect.stringMatching(/^git\+https:/u) as string, directory: folder },
      engines: { node: '>=20.19' },
      sideEffects: expect.anything() as unknown,
    });
  });

  it('leaves tests behind', () => {
    const files = readdirSync(path.join(modules, name), { recursive: true, encoding: 'utf8' });
    expect(files).toContain('package.json');
    expect(files.filter((file) => /\.test\.|(?:^|\/)testing(?:\/|$)/u.test(file))).toEqual([]);
  });
});

it('joins what a server of a user loads into a few files', () => {
  const loaded = readdirSync(path.join(modules, '@recourse/engine/dist'), { recursive: true, encoding: 'utf8' });
  const built = readdirSync(path.join(root, 'packages/engine/dist'), { recursive: true, encoding: 'utf8' });
  const isCode = (file: string): boolean => file.endsWith('.js');
  expect(loaded.filter(isCode).length).toBeLessThan(built.filter(isCode).length / 4);
});

it.each([
  ['@recourse/contract', ['.', 'mcp', 'registries', 'dialects/recourse']],
  ['@recourse/engine', ['.', 'stages', 'client']],
])('%s names the zod that it needs if it finds zod 3', (name, entries) => {
  const old = path.join(home, 'old', path.basename(name));
  mkdirSync(path.join(old, 'node_modules', 'zod'), { recursive: true });
  writeFileSync(path.join(old, 'node_modules', 'zod', 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  // As zod 3, it has schemas, but nothing that came with zod 4.
  writeFileSync(path.join(old, 'node_modules', 'zod', 'index.js'), 'export const z = { object: () => ({}) };');
  cpSync(path.join(modules, name), path.join(old, 'node_modules', name), { recursive: true });
  const script = path.join(old, 'main.mjs');
  for (const entry of entries) {
    writeFileSync(script, `import '${path.posix.join(name, entry)}';`);
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect({ entry, status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`TypeError: ${name} needs zod 4.2 or newer`) as string,
    });
  }
});

it('serves a tool of a user over stdio, and its failures say what to do', async () => {
  const script = path.join(home, 'server.mjs');
  writeFileSync(
    script,
    `import { createServer, defineTool } from '@recourse/engine';
     import { serveStdio } from '@recourse/server';
     import { z } from 'zod';
     const close = defineTool({
       name: 'close_ticket', description: 'Closes a ticket.', input: z.strictObject({ id: z.int() }),
       operation: 'command', danger: 'reversible', errors: ['NOT_FOUND_RESOURCE'],
       run: ({ arguments: { id }, fail }) =>
         id === 7 ? { id } : fail('NOT_FOUND_RESOURCE', { resource_type: 'ticket', resource_id: String(id) }),
     });
     await serveStdio(createServer({ name: 'tickets', tools: [close] }));`,
  );
  const { client, close, stderr } = await spawnClient({ args: [script], cwd: home });
  const call = (id: unknown): Promise<unknown> => client.callTool({ name: 'close_ticket', arguments: { id } });
  expect(await call(7)).toMatchObject({ structuredContent: { ok: true, id: 7 } });
  expect(await call(8)).toMatchObject({ isError: true, structuredContent: { code: 'NOT_FOUND_RESOURCE' } });
  expect(await call('8')).toMatchObject({ structuredContent: { code: 'VALIDATION_INVALID_TYPE' } });
  await close();
  expect(stderr()).toBe('');
});

it('has a command that runs', () => {
  const main = path.join(modules, '@recourse/cli/dist/main.js');
  const { stdout, stderr } = spawnSync(process.execPath, [main, 'explain', 'NOT_FOUND_RESOURCE'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toContain('NOT_FOUND_RESOURCE');
});
