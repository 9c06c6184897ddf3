import { readdirSync } from 'node:fs';
import path from 'node:path';
import { packPackage } from './pack-package.mjs';

export const root = path.resolve(import.meta.dirname, '..', '..');

/** The folder of every package, by its short name. */
const folders = () =>
  new Map([
    ...readdirSync(path.join(root, 'packages')).map((name) => [name, path.join(root, 'packages', name)]),
    ...readdirSync(path.join(root, 'servers')).map((name) => [`server-${name}`, path.join(root, 'servers', name)]),
    ...readdirSync(path.join(root, 'plugins')).map((name) => [`stage-${name}`, path.join(root, 'plugins', name)]),
  ]);

/**
 * Packs packages by their short names; all, where none is named.
 *
 * @param {readonly string[]} names
 * @param {string} out
 */
export const packPackages = async (names, out) => {
  const known = folders();
  const packed = [];
  for (const name of names.length === 0 ? known.keys() : names) {
    const folder = known.get(name);
    if (folder === undefined)
      throw new Error(`There is no package '${name}'; there are ${[...known.keys()].join(', ')}`);
    packed.push(await packPackage(folder, out));
  }
  return packed;
};
