import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { joinEntries } from './join-entries.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');

/**
 * Packages that others load when they start. Each of their entries is published with what it needs in a few files: a
 * process that loads a hundred small ones starts noticeably later. The others are published file by file.
 */
const joined = new Set(['@recourse/client', '@recourse/contract', '@recourse/engine', '@recourse/server']);

/**
 * Puts a package together as it is published, from its folder in the built workspace.
 *
 * @param {string} folder
 * @param {string} out Where packages stand by their names, as in a node_modules.
 * @returns {Promise<{ readonly name: string, readonly folder: string, readonly files: number }>}
 */
export const packPackage = async (folder, out) => {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, files } = manifest;
  const target = path.join(out, name);
  rmSync(target, { recursive: true, force: true });
  const isJoined = joined.has(name);
  for (const part of ['README.md', ...files.filter((/** @type {string} */ each) => !each.startsWith('!'))]) {
    const from = path.join(folder, part);
    if (!existsSync(from)) throw new Error(`${name} has no ${part}: build the workspace first`);
    cpSync(from, path.join(target, part), {
      recursive: true,
      filter: (file) => isPublished(path.relative(folder, file)) && !(isJoined && isBuiltCode(file)),
    });
  }
  copyFileSync(path.join(root, 'LICENSE'), path.join(target, 'LICENSE'));
  writeFileSync(
    path.join(target, 'package.json'),
    `${JSON.stringify(publishedManifest(manifest, folder), undefined, 2)}\n`,
  );
  if (isJoined) await joinEntries(folder, path.join(target, 'dist'), manifest);
  const written = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return { name, folder: target, files: written.length };
};

/** Adds where the package comes from, which only the manifest of the repository states. */
const publishedManifest = (/** @type {object} */ manifest, /** @type {string} */ folder) => {
  const { homepage, repository } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const directory = path.relative(root, folder).split(path.sep).join('/');
  return { ...manifest, homepage, repository: { ...repository, directory } };
};

/** Tests, and what only tests use, stay behind. */
const isPublished = (/** @type {string} */ file) =>
  !/\.test\.|\.tsbuildinfo$/u.test(file) && !file.split(path.sep).includes('testing');

const isBuiltCode = (/** @type {string} */ file) => /\/dist\/.*\.js(?:\.map)?$/u.test(file.split(path.sep).join('/'));
