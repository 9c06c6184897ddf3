import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const require = createRequire(import.meta.url);

/** The folder of an installed npm package. */
const folderOf = (name) => path.dirname(require.resolve(`${name}/package.json`));

/** A Debian source archive, which must have exactly these bytes. A mirror keeps it next to the binary package. */
const uuidSource = {
  binary: 'golang-github-google-uuid-dev',
  archive: 'golang-github-google-uuid_1.3.0.orig.tar.gz',
  sha256: '7f7f37c47980e0afcc178a9ffc390bec29ed2371919b4c07658eb01791a7f921',
};

/** The address of a file next to a binary package, on the mirror that apt uses on this machine. */
const onMirror = ({ binary, archive }) => {
  const { stdout, stderr } = spawnSync('apt-get', ['--print-uris', 'download', binary], { encoding: 'utf8' });
  const [, address] = /^'([^']+)'/mu.exec(stdout) ?? [];
  if (address === undefined) throw new Error(`apt does not know ${binary}; run apt-get update first. ${stderr}`);
  return new URL(archive, address).href;
};

/** The text files below a folder, by path. Binary files and the folders in `without` are left out. */
const readFolder = (folder, without = []) => {
  const files = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join('/');
    if (!entry.isFile() || without.some((skipped) => name === skipped || name.startsWith(`${skipped}/`))) continue;
    const bytes = readFileSync(file);
    if (!bytes.includes(0)) files[name] = bytes.toString('utf8');
  }
  return files;
};

const download = async (url, attempts = 4) => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    if (attempts === 1) throw error;
    await pause(2000);
    return download(url, attempts - 1);
  }
};

const readArchive = async ({ sha256, ...source }) => {
  const url = onMirror(source);
  const bytes = await download(url);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${url} has the SHA-256 ${found}, not ${sha256}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-product-'));
  try {
    const archive = path.join(folder, 'source.tar.gz');
    writeFileSync(archive, bytes);
    const { status, stderr } = spawnSync('tar', ['-xzf', archive, '--strip-components=1', '-C', folder]);
    if (status !== 0) throw new Error(`tar: ${stderr}`);
    rmSync(archive);
    return readFolder(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** An older release of the first product, which had a plugin that the newer one has not. */
export const olderImmer = () => readFolder(folderOf('immer-9'), ['dist', 'compat', 'node_modules']);

/** Real products in three languages. `symbols` are exported names that the reference must show. */
export const products = [
  {
    slug: 'immer',
    name: 'Immer',
    language: 'TypeScript',
    read: async () => readFolder(folderOf('immer'), ['dist', 'compat', 'node_modules']),
    symbols: ['produce', 'createDraft', 'finishDraft', 'applyPatches', 'Immer'],
  },
  {
    slug: 'gyp-next',
    name: 'gyp-next',
    language: 'Python',
    read: async () => readFolder(path.join(folderOf('node-gyp'), 'gyp')),
    symbols: ['Load', 'FindBuildFiles', 'RegenerateFlags'],
  },
  {
    slug: 'uuid',
    name: 'uuid',
    language: 'Go',
    read: () => readArchive(uuidSource),
    symbols: ['NewRandom', 'Parse', 'MustParse', 'NewSHA1', 'UUID'],
  },
];
