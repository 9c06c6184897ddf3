import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A folder with the packages of a checkout as they would be published, and the probes beside them. */
export const layPackages = async (checkout) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-compare-'));
  const modules = path.join(folder, 'node_modules');
  await mkdir(modules);
  const installed = path.join(checkout, 'node_modules');
  for (const name of await readdir(installed))
    if (name !== '@recourse') await symlink(path.join(installed, name), path.join(modules, name));
  const pack = pathToFileURL(path.join(checkout, 'scripts/pack/pack-packages.mjs')).href;
  const { packPackages } = await import(pack);
  await packPackages([], modules);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};
