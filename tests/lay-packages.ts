import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeAll } from 'vitest';
import { packPackage } from '../scripts/pack/pack-package.mjs';
import { root } from '../scripts/pack/pack-packages.mjs';
import { parts } from './architecture.ts';

/**
 * Fills a `node_modules` before the tests of a file: packages of others are those of the repository, and ours are as a
 * user would install them. Nothing is downloaded.
 */
export const layPackages = (modules: string): void => {
  const ours = new Set(['@recourse', ...parts.map(({ name }) => name)]);
  beforeAll(() => {
    mkdirSync(modules);
    for (const name of readdirSync(path.join(root, 'node_modules')).filter((each) => !ours.has(each)))
      symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  });
  // A hook for each package: packing all of them takes more than the limit of one on a loaded machine.
  for (const { folder } of parts) beforeAll(async () => void (await packPackage(path.join(root, folder), modules)));
};
