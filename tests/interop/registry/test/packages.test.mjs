import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackages, root } from '../../../../scripts/pack/pack-packages.mjs';
import { nodeAt } from '../src/npm.mjs';
import { publish, startRegistry } from '../src/registry.mjs';
import { createUser } from '../src/user.mjs';

const place = mkdtempSync(path.join(tmpdir(), 'recourse-registry-'));
const below = (name) => {
  const folder = path.join(place, name);
  mkdirSync(folder, { recursive: true });
  return folder;
};
let registry;
let user;

/** A server of a third party, as it would be on npm. */
const thirdParty = {
  name: '@acme/tickets-server',
  version: '1.0.0',
  type: 'module',
  exports: { '.': { import: './server.mjs' } },
  dependencies: { '@recourse/engine': '0.1.0', zod: '^4.2.0' },
};
const thirdPartyServer = `
import { createServer, defineTool } from '@recourse/engine';
import { z } from 'zod';
const close = defineTool({
  name: 'close_ticket', description: 'Closes a ticket.', input: z.strictObject({ id: z.int() }),
  operation: 'command', danger: 'reversible', errors: ['NOT_FOUND_RESOURCE'],
  run: ({ arguments: { id }, fail }) =>
    id === 7 ? { id } : fail('NOT_FOUND_RESOURCE', { resource_type: 'ticket', resource_id: String(id) }),
});
export default (options) => createServer({ ...options, name: 'tickets', tools: [close] });
`;

beforeAll(async () => {
  registry = await startRegistry(below('registry'));
  user = createUser({ home: below('home'), registry: registry.url });
  const packed = await packPackages([], below('packed'));
  user.write('their-package', 'package.json', JSON.stringify(thirdParty));
  user.write('their-package', 'server.mjs', thirdPartyServer);
  const folders = [...packed.map(({ folder }) => folder), user.folder('their-package')];
  await publish(registry.url, folders, below('tarballs'));
});
afterAll(() => {
  registry?.close();
  rmSync(place, { recursive: true, force: true });
});

/** Calls a tool over stdio, and returns the structured result. */
const callOver = async (command, args, project, node, ...call) => {
  const transport = new StdioClientTransport({
    command,
    args,
    cwd: user.folder(project),
    env: user.environment(node),
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  try {
    const [name, given] = call;
    const { structuredContent } = await client.callTool({ name, arguments: given });
    return structuredContent;
  } finally {
    await client.close();
  }
};

const examples = readdirSync(path.join(root, 'examples')).filter((name) => name.endsWith('.ts'));

/** As strict as TypeScript gets, the declarations of every package included. */
const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  rewriteRelativeImportExtensions: true,
  rootDir: 'examples',
  outDir: 'dist',
  types: ['node'],
};

describe.each([
  { node: 20, zod: '4.2.0', vitest: '4.1.0' },
  { node: 24, zod: 'latest', vitest: 'latest' },
])('a project on Node $node with zod $zod and vitest $vitest', ({ node, zod, vitest }) => {
  const project = `author-${node}`;
  const run = (...words) => user.node(project, words, { node });

  it('installs our packages without a warning', async () => {
    const libraries = ['client', 'cli', 'contract', 'engine', 'runs', 'server', 'stores', 'testkit'];
    const others = [`zod@${zod}`, `vitest@${vitest}`, 'typescript@7.0.2', `@types/node@${node}`];
    user.write(project, 'package.json', JSON.stringify({ type: 'module', private: true }));
    const packages = [...libraries.map((name) => `@recourse/${name}`), thirdParty.name, ...others];
    const { status, stderr } = await user.install(project, packages, { node });
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.not.stringMatching(/EBADENGINE|ERESOLVE|peer dep/u),
    });
  });

  it('has a single zod', () => {
    const lock = JSON.parse(readFileSync(path.join(user.folder(project), 'package-lock.json'), 'utf8'));
    expect(Object.keys(lock.packages).filter((name) => name.endsWith('node_modules/zod'))).toEqual([
      'node_modules/zod',
    ]);
  });

  it('compiles the code of the guides, and the declarations of all packages with it', async () => {
    for (const name of examples)
      user.write(project, `examples/${name}`, readFileSync(path.join(root, 'examples', name), 'utf8'));
    user.write(project, 'tsconfig.json', JSON.stringify({ compilerOptions, include: ['examples/*.ts'] }));
    const { status, stdout } = await run('node_modules/typescript/bin/tsc', '-p', '.');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  it('runs a server that fails with codes, over stdio', async () => {
    const args = ['dist/first-server.js', '--stdio'];
    expect(await callOver(nodeAt(node), args, project, node, 'find_ticket', { id: 7 })).toMatchObject({ ok: true });
    expect(await callOver(nodeAt(node), args, project, node, 'find_ticket', { id: 8 })).toMatchObject({
      ok: false,
      code: 'NOT_FOUND_RESOURCE',
    });
  });

  it('serves the package of a third party by its name, on every supported Node', async () => {
    const main = path.join(user.folder(project), 'node_modules', '@recourse', 'cli', 'dist', 'main.js');
    const serve = [main, 'serve', thirdParty.name, '--stdio'];
    for (const other of new Set([node, 22])) {
      const answer = await callOver(nodeAt(other), serve, project, other, 'close_ticket', { id: 8 });
      expect(answer).toMatchObject({ ok: false, code: 'NOT_FOUND_RESOURCE' });
    }
  });

  it('runs a test with the testkit', async () => {
    user.write(
      project,
      'server.test.js',
      `import { createServer } from '@recourse/engine';
       import { expectFailure, linkClient } from '@recourse/testkit';
       import { it } from 'vitest';
       it('names an unknown tool', async () => {
         const { callTool, close } = await linkClient(createServer({ name: 'tickets', tools: [] }));
         expectFailure(await callTool('find_ticket', {}), 'NOT_FOUND_OPERATION');
         await close();
       });`,
    );
    const { status, stdout } = await run('node_modules/vitest/vitest.mjs', 'run', 'server.test.js');
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/1 passed/u) });
  });
});

describe('the README', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const line = (pattern) => pattern.exec(readme)?.[0] ?? '';
  const { mcpServers } = JSON.parse(/^```json\n(?<text>[\s\S]*?)\n```/mu.exec(readme).groups.text);

  it('leads from an empty folder to a recovered failure', async () => {
    const began = performance.now();
    user.write('reader', '.keep', '');
    const { status, stdout, stderr } = await user.shell('reader', line(/^npx .* call .*$/mu));
    expect({ status, stdout, stderr }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('tidewater'),
      stderr: expect.stringMatching(/VALIDATION_MISSING_PARAM[\s\S]*succeeded/u),
    });
    console.log(`From an empty folder to a recovered failure: ${Math.round((performance.now() - began) / 1000)} s`);
  });

  it('has a client configuration that starts the server', async () => {
    const { command, args } = mcpServers.github;
    const call = ['search', { query: 'tide' }];
    expect(await callOver(command, args, 'reader', 20, ...call)).toMatchObject({ total_count: 1 });
  });

  it('adds that server to a client', async () => {
    const words = /`npx -y @recourse\/cli (connect .*?)`/u.exec(readme)?.[1] ?? '';
    const { status, stderr } = await user.shell('reader', `npx -y @recourse/cli ${words} --dry-run`);
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });
});

describe('an installation', () => {
  it.each([
    ['the contract', ['@recourse/contract', 'zod'], 2],
    ['engine and server', ['@recourse/engine', '@recourse/server', 'zod'], 40],
  ])('of %s has a known size', async (name, packages, most) => {
    const project = `size-${packages[0].split('/')[1]}`;
    user.write(project, 'package.json', '{ "private": true }');
    expect(await user.install(project, packages)).toMatchObject({ status: 0 });
    const { packages: count, megabytes } = user.size(project);
    console.log(`${name}: ${count} packages, ${megabytes} MB`);
    expect(count).toBeLessThanOrEqual(most);
  });

  it('of the command has a known size', () => {
    const npx = path.join('.npm', '_npx');
    const { packages: count, megabytes } = user.size(path.join(npx, readdirSync(user.folder(npx))[0] ?? ''));
    console.log(`the command: ${count} packages, ${megabytes} MB`);
    expect(count).toBeLessThanOrEqual(250);
  });

  it('next to zod 3 fails and names the version to install', async () => {
    user.write('old', 'package.json', '{ "private": true, "dependencies": { "zod": "3.25.76" } }');
    const { status, stderr } = await user.install('old', ['@recourse/engine']);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/peer zod@"\^4\.2\.0"/u);
  });

  it('next to zod 3, where the package manager allows it, says so when it is loaded', async () => {
    expect(await user.npm('old', ['install', '--legacy-peer-deps', '@recourse/engine'])).toMatchObject({ status: 0 });
    user.write('old', 'main.mjs', "import '@recourse/engine';");
    const { status, stderr } = await user.node('old', ['main.mjs']);
    expect(status).toBe(1);
    expect(stderr).toContain("needs zod 4.2 or newer, but 'zod' is version 3 here. Run: npm install zod@^4.2");
  });
});
