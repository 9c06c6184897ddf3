/**
 * Makes the bundles and registry entries of the servers from the built workspace:
 *
 * node scripts/bundle.mjs [server…]            recourse-<server>.mcpb in dist/bundles, one for each server
 * node scripts/bundle.mjs --out <folder>       in another folder
 * node scripts/bundle.mjs --release <address>  also writes a server.json next to each bundle, with its address,
 *                                              <address>/recourse-<server>.mcpb, and its digest
 * node scripts/bundle.mjs --server-json        writes servers/<server>/server.json and makes no bundle
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openOperator } from '@recourse/stores/configured';
import { bundleName } from './bundle/bundle-name.mjs';
import { bundleManifest, configuration, home } from './bundle/manifest.mjs';
import { collectPackages } from './bundle/packages.mjs';
import { sampleEnvironment } from './bundle/sample-environment.mjs';
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
  const packages = ['@recourse/server', '@recourse/stores', server.entry.package];
  const publish = async (/** @type {string} */ folder) => (await packPackage(folder, packed)).folder;
  const manifest = bundleManifest(server, { version, node: engines.node, tools: await toolsOf(server) });
  const collected = await collectPackages(root, packages, { publish, native: server.native });
  const files = new Map([
    ['manifest.json', { bytes: json(manifest) }],
    ['LICENSE', { bytes: readFileSync(path.join(root, 'LICENSE')) }],
    [`${home}/main.mjs`, { bytes: readFileSync(path.join(root, 'scripts', 'bundle-main.mjs')) }],
    [`${home}/recourse.config.json`, { bytes: json(configuration) }],
    ...[...collected].map(([file, entry]) => /** @type {const} */ ([`${home}/${file}`, entry])),
  ]);
  const archive = zip(files);
  const name = bundleName(server);
  const sha256 = createHash('sha256').update(archive).digest('hex');
  write(path.join(values.out, name), archive);
  if (values.release !== undefined) {
    const url = `${values.release.replace(/\/+$/u, '')}/${name}`;
    write(
      path.join(values.out, `${name.replace(/\.mcpb$/u, '')}.server.json`),
      json(serverJson(server, version, { url, sha256 })),
    );
  }
  const bytes = [...files.values()].reduce((sum, { bytes: { length } }) => sum + length, 0);
  console.log(
    `${name}  ${files.size} files, ${kilobytes(bytes)}, packed ${kilobytes(archive.length)}, sha256 ${sha256}`,
  );
}

/** The tools as the server lists them, without their codes. */
async function toolsOf(/** @type {import('./bundle/servers.mjs').PublishedServer} */ server) {
  const { [server.entry.name]: entry } = await import(server.entry.package);
  const environment = sampleEnvironment(server, path.join(root, 'node_modules'));
  const cwd = mkdtempSync(path.join(tmpdir(), 'recourse-listing-'));
  const operator = await openOperator({ cwd, environment: {} });
  const { options, stores } = operator;
  const started = await entry.start({ options, stores, environment, cwd, notify: () => undefined });
  const tools = await started.server.listTools();
  await started.close?.();
  await operator.close();
  rmSync(cwd, { recursive: true, force: true });
  return tools.map((/** @type {{ name: string, description: string }} */ { name, description }) => ({
    name,
    description: description.split(/\n| Errors: /u)[0] ?? '',
  }));
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
