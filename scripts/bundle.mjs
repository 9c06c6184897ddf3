/**
 * Makes what a server is published with, from the built workspace:
 *
 * node scripts/bundle.mjs [server…]            recourse-<server>.mcpb in dist/bundles, one for each server
 * node scripts/bundle.mjs --out <folder>       in another folder
 * node scripts/bundle.mjs --release <address>  with <address>/recourse-<server>.mcpb and its digest in a server.json
 *                                              beside the bundle, as the MCP registry wants it
 * node scripts/bundle.mjs --server-json        renews servers/<server>/server.json and makes no bundle
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleManifest, configuration, home } from './bundle/manifest.mjs';
import { collectPackages } from './bundle/packages.mjs';
import { serverJson } from './bundle/server-json.mjs';
import { servers } from './bundle/servers.mjs';
import { zip } from './bundle/zip.mjs';
import { packPackage } from './pack/pack-package.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(root, 'dist', 'bundles') },
    release: { type: 'string' },
    'server-json': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const unknown = positionals.find((name) => !servers.some((server) => server.name === name));
if (unknown !== undefined) throw new Error(`There is no server '${unknown}' in scripts/bundle/servers.mjs`);
const { version, engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const chosen = servers.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (values['server-json']) {
  for (const server of chosen)
    write(path.join(root, 'servers', server.name, 'server.json'), json(serverJson(server, version)));
} else {
  const packed = mkdtempSync(path.join(tmpdir(), 'recourse-packed-'));
  try {
    for (const server of chosen) await bundle(server, packed);
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}

async function bundle(
  /** @type {import('./bundle/servers.mjs').PublishedServer} */ server,
  /** @type {string} */ packed,
) {
  const packages = ['@recourse/server', '@recourse/stores', `@recourse/server-${server.name}`];
  const publish = async (/** @type {string} */ folder) => (await packPackage(folder, packed)).folder;
  const files = new Map([
    ['manifest.json', json(bundleManifest(server, { version, node: engines.node, tools: await toolsOf(server) }))],
    ['LICENSE', readFileSync(path.join(root, 'LICENSE'))],
    [`${home}/main.mjs`, readFileSync(path.join(root, 'scripts', 'bundle-main.mjs'))],
    [`${home}/recourse.config.json`, json(configuration)],
    ...[...(await collectPackages(root, packages, publish))].map(([file, bytes]) => [`${home}/${file}`, bytes]),
  ]);
  const archive = zip(files);
  const name = `recourse-${server.name}.mcpb`;
  const sha256 = createHash('sha256').update(archive).digest('hex');
  write(path.join(values.out, name), archive);
  if (values.release !== undefined) {
    const url = `${values.release.replace(/\/+$/u, '')}/${name}`;
    write(
      path.join(values.out, `recourse-${server.name}.server.json`),
      json(serverJson(server, version, { url, sha256 })),
    );
  }
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  console.log(
    `${name}  ${files.size} files, ${kilobytes(bytes)}, packed ${kilobytes(archive.length)}, sha256 ${sha256}`,
  );
}

/** The tools as the server itself lists them, without their codes. */
async function toolsOf(/** @type {import('./bundle/servers.mjs').PublishedServer} */ { load, variables }) {
  const entry = await load();
  const environment = Object.fromEntries(variables.map(({ name, sample = 'placeholder' }) => [name, sample]));
  const started = await entry.start({ options: {}, environment, cwd: root, notify: () => undefined });
  const tools = await started.server.listTools();
  await started.close?.();
  return tools.map(({ name, description }) => ({ name, description: description.split(/\n| Errors: /u)[0] ?? '' }));
}

function json(/** @type {unknown} */ value) {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

function kilobytes(/** @type {number} */ bytes) {
  return `${Math.round(bytes / 1000)} kB`;
}

function write(/** @type {string} */ file, /** @type {Buffer} */ bytes) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
