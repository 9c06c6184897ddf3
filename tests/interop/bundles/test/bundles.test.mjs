import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getMcpConfigForManifest } from '@anthropic-ai/mcpb/node';
import { canonicalOf } from '@recourse/contract/mcp';
import { spawnClient } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleName } from '../../../../scripts/bundle/bundle-name.mjs';
import { sampleEnvironment } from '../../../../scripts/bundle/sample-environment.mjs';
import { servers } from '../../../../scripts/bundle/servers.mjs';

const root = path.resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const cli = path.join(path.dirname(fileURLToPath(import.meta.resolve('@anthropic-ai/mcpb/node'))), 'cli', 'cli.js');
const mcpb = (...words) => run(process.execPath, [cli, ...words], { cwd: temporary, encoding: 'utf8' });

let temporary;
beforeAll(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'recourse-bundles-'));
  await run(process.execPath, [path.join(root, 'scripts', 'bundle.mjs'), '--out', temporary]);
}, 300_000);
afterAll(() => rm(temporary, { recursive: true, force: true }));

it('is refused by the tool if its manifest is wrong', async () => {
  const file = path.join(temporary, 'wrong.json');
  await writeFile(file, JSON.stringify({ manifest_version: '0.3', name: 'wrong' }));
  await expect(mcpb('validate', file)).rejects.toMatchObject({ code: 1 });
});

describe.each(servers)('the bundle of $name', (server) => {
  let unpacked;
  let manifest;
  beforeAll(async () => {
    unpacked = path.join(temporary, server.name);
    await mcpb('unpack', path.join(temporary, bundleName(server)), unpacked);
    manifest = JSON.parse(await readFile(path.join(unpacked, 'manifest.json'), 'utf8'));
  }, 120_000);

  it('has a manifest that the tool accepts', async () => {
    const { stdout } = await mcpb('validate', path.join(unpacked, 'manifest.json'));
    expect(stdout).toMatch(/Manifest schema validation passes!/u);
  });

  const configure = (userConfig) =>
    getMcpConfigForManifest({
      manifest,
      extensionPath: unpacked,
      systemDirs: { HOME: path.join(temporary, `home-${server.name}`) },
      userConfig,
      pathSeparator: path.sep,
      logger: { warn: vi.fn() },
    });
  const required = () => {
    const values = sampleEnvironment(server, path.join(unpacked, 'server', 'node_modules'));
    return Object.fromEntries(
      server.variables.filter((each) => each.required).map(({ name }) => [name.toLowerCase(), values[name]]),
    );
  };

  it('is not started before its required fields are filled in', async () => {
    const given = required();
    if (Object.keys(given).length > 0) expect(await configure({})).toBeUndefined();
    expect(await configure(given)).toBeDefined();
  });

  it('starts with the required fields alone, lists its tools and answers with codes', async () => {
    const home = path.join(temporary, `home-${server.name}`);
    await mkdir(home);
    const { command, args, env } = await configure(required());
    expect(command).toBe('node');
    expect(Object.values({ ...env, args: args.join(' ') }).join(' ')).not.toContain('${');
    const { client, close, stderr } = await spawnClient({
      args,
      cwd: home,
      env: { HOME: home, PATH: process.env['PATH'], ...env },
    });
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(manifest.tools.map(({ name }) => name));
      const unknown = await client.callTool({ name: 'no_such_tool', arguments: {} });
      expect(canonicalOf(unknown)).toMatchObject({ code: 'NOT_FOUND_OPERATION', effect: 'none' });
      expect(stderr()).not.toMatch(/unavailable|cannot|\bat .*:\d+/iu);
    } catch (error) {
      throw new Error(stderr(), { cause: error });
    } finally {
      await close();
    }
    expect(await readdir(home)).toEqual(server.store === undefined ? [] : ['.recourse']);
  });
});
