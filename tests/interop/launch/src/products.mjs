import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { withArchive } from './debian-sources.mjs';

const require = createRequire(import.meta.url);

/** The folder of an installed npm package. */
const folderOf = (name) => path.dirname(require.resolve(`${name}/package.json`));

const uuidSource = {
  binary: 'golang-github-google-uuid-dev',
  archive: 'golang-github-google-uuid_1.3.0.orig.tar.gz',
  sha256: '7f7f37c47980e0afcc178a9ffc390bec29ed2371919b4c07658eb01791a7f921',
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
    read: () => withArchive(uuidSource, readFolder),
    symbols: ['NewRandom', 'Parse', 'MustParse', 'NewSHA1', 'UUID'],
  },
];
