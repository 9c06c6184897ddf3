import { execFile, spawnSync } from 'node:child_process';
import type { SpawnSyncReturns } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { canonicalOf } from '@recourse/contract/mcp';
import { spawnClient } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleName } from '../scripts/bundle/bundle-name.mjs';
import { bundleManifest } from '../scripts/bundle/manifest.mjs';
import { sampleEnvironment } from '../scripts/bundle/sample-environment.mjs';
import { serverJson } from '../scripts/bundle/server-json.mjs';
import { servers } from '../scripts/bundle/servers.mjs';
import { manifestRules, serverJsonRules } from './publishing-rules.ts';

const root = path.resolve(import.meta.dirname, '..');
const temporary = mkdtempSync(path.join(tmpdir(), 'recourse-bundle-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const read = (...parts: readonly string[]): string => readFileSync(path.join(...parts), 'utf8');
const json = (...parts: readonly string[]): unknown => JSON.parse(read(...parts));
const { version } = json(root, 'package.json') as { version: string };

const token = {
  name: 'TICKETS_TOKEN',
  title: 'Token',
  description: 'The token of the tickets',
  kind: 'string',
  required: true,
  secret: true,
} as const;
const folder = { ...token, name: 'TICKETS_FOLDER', title: 'Folder', kind: 'directory', required: false } as const;
/** A server with everything that a row can say. */
const tickets = {
  name: 'tickets',
  title: 'Tickets',
  description: 'Tickets, closed with care.',
  entry: { package: '@recourse/tickets', name: 'ticketsEntry' },
  variables: [token, folder],
};

it.each(servers)('recourse serve knows $name, which is published', ({ name }) => {
  const main = path.join(root, 'packages', 'cli', 'dist', 'main.js');
  const { stdout } = spawnSync(process.execPath, [main, 'help', 'serve'], { encoding: 'utf8' });
  expect(stdout).toMatch(new RegExp(`^  ${name} {2,}`, 'mu'));
});

it.each(servers)('the published variables of $name are those of its README', ({ name, variables }) => {
  const table =
    /^\| (?:setting|variable|option) .*\n(?:\|.*\n)+/mu.exec(read(root, 'servers', name, 'README.md'))?.[0] ?? '';
  const documented = [...table.matchAll(/`((?:COVERAGE|GITHUB|LAUNCH|MCP_AQL|STAGE)_[A-Z_]+)` +\|/gu)].map(
    ([, found]) => found,
  );
  expect(new Set(documented)).toEqual(new Set(variables.map(({ name: known }) => known)));
});

describe('server.json', () => {
  it.each(servers)(
    'of $name is up to date (node scripts/bundle.mjs --server-json) and follows the rules of the registry',
    (server) => {
      const written = json(root, 'servers', server.name, 'server.json');
      expect(written).toEqual(JSON.parse(JSON.stringify(serverJson(server, version))));
      expect(serverJsonRules.parse(written)).toEqual(written);
    },
  );

  it('names a bundle by address and digest once it is published, and the variables that are asked for', () => {
    const bundle = { url: 'https://example.org/releases/recourse-tickets.mcpb', sha256: 'ab'.repeat(32) };
    const made: unknown = JSON.parse(JSON.stringify(serverJson(tickets, version, bundle)));
    expect(serverJsonRules.parse(made).packages).toMatchObject([
      {
        registryType: 'npm',
        environmentVariables: [
          { name: 'TICKETS_TOKEN', isSecret: true, isRequired: true, format: 'string' },
          { name: 'TICKETS_FOLDER', isRequired: false, format: 'filepath' },
        ],
      },
      { registryType: 'mcpb', fileSha256: 'ab'.repeat(32) },
    ]);
  });

  it.each([
    ['a name without a namespace', { name: 'fixture' }],
    ['a name with two slashes', { name: 'dev.recourse/a/b' }],
    ['a long description', { description: 'x'.repeat(101) }],
    ['a range', { version: '^1.0.0' }],
    ['no package', { packages: [] }],
  ])('would not pass with %s', (_, wrong) => {
    expect(serverJsonRules.safeParse({ ...serverJson(tickets, version), ...wrong }).success).toBe(false);
  });
});

describe('the manifest of a bundle', () => {
  it('asks for the variables of the server, and holds none of them', () => {
    const made: unknown = JSON.parse(
      JSON.stringify(
        bundleManifest(tickets, { version, node: '>=20.19', tools: [{ name: 'close', description: '' }] }),
      ),
    );
    expect(manifestRules.parse(made)).toMatchObject({
      server: { mcp_config: { env: { TICKETS_TOKEN: '${user_config.tickets_token}' } } },
      user_config: {
        tickets_token: { type: 'string', title: 'Token', required: true, sensitive: true },
        tickets_folder: { type: 'directory', required: false, default: '' },
      },
    });
  });
});

/** Third-party programs that unpack archives. */
const unpackers: readonly (readonly [string, (archive: string, folder: string) => readonly string[]])[] = [
  ['unzip', (archive, folder) => ['-q', archive, '-d', folder]],
  ['python3', (archive, folder) => ['-m', 'zipfile', '-e', archive, folder]],
  ['bsdtar', (archive, folder) => ['-xf', archive, '-C', folder]],
];
const unpacker = unpackers.find(([program]) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined);

it('some program of this machine can unpack an archive', ({ skip }) => {
  if (!unpacker && !process.env['CI']) skip('There is none: bundles are not tested here.');
  expect(unpacker).toBeDefined();
});

const build = async (out: string, ...names: readonly string[]): Promise<string> => {
  const script = path.join(root, 'scripts', 'bundle.mjs');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...names, '--out', out]);
  expect(stderr).toBe('');
  return stdout;
};

/** Builds all bundles, once for all tests. */
let built: Promise<string> | undefined;
const buildAll = (): Promise<string> => (built ??= build(path.join(temporary, 'one')));
const lineIn = (printed: string, file: string): string | undefined =>
  printed.split('\n').find((line) => line.startsWith(`${file} `));

it.runIf(unpacker)('makes the same bundle again, by name', { timeout: 240_000 }, async () => {
  const [all, named] = await Promise.all([buildAll(), build(path.join(temporary, 'two'), 'aql')]);
  const file = 'recourse-aql.mcpb';
  expect(lineIn(named, file)).toBe(lineIn(all, file));
  const [one, two] = ['one', 'two'].map((folder) => readFileSync(path.join(temporary, folder, file)));
  expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true);
});

describe.runIf(unpacker).each(servers)('the bundle of $name', (server) => {
  const { name, native } = server;
  const file = bundleName(server);
  const unpacked = path.join(temporary, `unpacked-${name}`);
  let printed: string;
  let archive: Buffer;
  let unpacking: SpawnSyncReturns<string>;
  beforeAll(async () => {
    printed = await buildAll();
    archive = readFileSync(path.join(temporary, 'one', file));
    mkdirSync(unpacked);
    const [program, argumentsFor] = unpacker ?? ['', () => []];
    unpacking = spawnSync(program, argumentsFor(path.join(temporary, 'one', file), unpacked), { encoding: 'utf8' });
  }, 240_000);

  it('is printed with its size and its digest', () => {
    const digest = createHash('sha256').update(archive).digest('hex');
    expect(lineIn(printed, file)).toMatch(
      new RegExp(`^${file} {2}\\d+ files, \\d+ kB, packed \\d+ kB, sha256 ${digest}$`, 'u'),
    );
  });

  it('is unpacked by another program, and holds no links and, unless its row says so, no native code', () => {
    expect({ status: unpacking.status, stderr: unpacking.stderr }).toEqual({ status: 0, stderr: '' });
    const files = readdirSync(unpacked, { recursive: true, withFileTypes: true });
    expect(files.filter((entry) => !entry.isFile() && !entry.isDirectory())).toEqual([]);
    const other = native ? /\.map$/u : /\.(?:node|ts|map)$/u;
    expect(files.map((entry) => entry.name).filter((each) => other.test(each))).toEqual([]);
  });

  it('starts where nothing else is, as its manifest says, and offers the tools that the manifest lists', async () => {
    const manifest = manifestRules.parse(json(unpacked, 'manifest.json'));
    const empty = path.join(temporary, `empty-${name}`);
    mkdirSync(empty);
    const { args } = manifest.server.mcp_config;
    const { client, close, stderr } = await spawnClient({
      args: args.map((word) => word.replaceAll('${__dirname}', unpacked).replaceAll('${HOME}', empty)),
      cwd: empty,
      env: {
        HOME: empty,
        PATH: process.env['PATH'] ?? '',
        ...sampleEnvironment(server, path.join(unpacked, 'server', 'node_modules')),
      },
    });
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(manifest.tools.map((tool) => tool.name));
    // The server of an adapter names its file.
    expect(stderr().replace(/^json-server: .*\n/u, '')).toBe('');
    const unknown = await client.callTool({ name: `no_such_tool_of_${name}`, arguments: {} });
    expect(unknown.isError).toBe(true);
    expect(canonicalOf(unknown)).toMatchObject({ code: 'NOT_FOUND_OPERATION' });
    await close();
    expect(readdirSync(empty)).toEqual(server.store === undefined ? [] : ['.recourse']);
  });
});
