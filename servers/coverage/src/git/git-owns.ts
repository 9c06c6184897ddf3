import { lstat, readFile, readdir, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isGitName } from './is-git-name.ts';

/** Why a place that git owns is not written to. */
export const gitReason = 'it is in a folder that belongs to git';

/**
 * Whether a place inside the root is one of git's own files: below a `.git` under any alias, in the folder that a
 * `.git` file or link leads to, or in a bare repository. `relative` has no link on the way (as in a `SafePath`).
 * A place that cannot be read counts as git's.
 */
export const gitOwns = async (root: string, relative: string): Promise<boolean> => {
  const names = relative.split('/').filter((name) => name !== '' && name !== '.');
  if (names.some(isGitName)) return true;
  const realRoot = await realpath(root);
  const target = path.join(realRoot, ...names);
  const folders = names.map((_, depth) => path.join(realRoot, ...names.slice(0, depth)));
  for (const folder of [...folders, target]) if (await isGitFolder(folder)) return true;
  for (const marker of await findMarkers(realRoot, folders)) {
    // A worktree may itself lie inside a git folder.
    const places = (await placesOf(marker)).filter((place) => !isWithin(place, realRoot));
    if (places.some((place) => isWithin(place, target))) return true;
  }
  return false;
};

const isWithin = (folder: string, target: string): boolean => {
  const way = path.relative(folder, target);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
};

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    (error: unknown) =>
      !(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')),
  );

/** A folder that git itself would take for a repository: `HEAD` points somewhere, and objects or references are there. */
const isGitFolder = async (folder: string): Promise<boolean> => {
  if (!(await isThere(path.join(folder, 'HEAD'))) || !(await isHead(path.join(folder, 'HEAD')))) return false;
  for (const name of ['objects', 'refs', 'commondir']) if (await isThere(path.join(folder, name))) return true;
  return false;
};

const isHead = async (file: string): Promise<boolean> => {
  try {
    const stats = await lstat(file);
    if (stats.isSymbolicLink()) return (await readlink(file)).startsWith('refs/');
    if (!stats.isFile()) return false;
    return stats.size <= 1024 && /^(?:ref:\s*refs\/|[0-9a-f]{40})/.test(await readFile(file, 'utf8'));
  } catch {
    return true;
  }
};

/** The `.git` of every folder on the way, and of the nearest folder above the root that has one. */
const findMarkers = async (realRoot: string, folders: readonly string[]): Promise<readonly string[]> => {
  const markers: string[] = [];
  for (const folder of folders) {
    if (await isThere(path.join(folder, '.git'))) markers.push(path.join(folder, '.git'));
  }
  for (let folder = realRoot; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const marker = path.join(folder, '.git');
    if (!(await isThere(marker))) continue;
    markers.push(marker);
    break;
  }
  return [...new Set(markers)];
};

/** Every folder in which a repository keeps something: its own, the one it shares, and what links in them lead to. */
const placesOf = async (marker: string): Promise<readonly string[]> => {
  const gitDir = await followMarker(marker);
  if (gitDir === undefined) return [];
  const named = await readShort(path.join(gitDir, 'commondir'));
  const commonDir = named === undefined ? undefined : await realOf(path.resolve(gitDir, named));
  const folders = [...new Set([gitDir, ...(commonDir === undefined ? [] : [commonDir])])];
  const linked = await Promise.all(folders.map(linksIn));
  const stores = await Promise.all(folders.map(alternatesOf));
  return [...folders, ...linked.flat(), ...stores.flat()];
};

const followMarker = async (marker: string): Promise<string | undefined> => {
  const stats = await lstat(marker).catch(() => undefined);
  if (!stats?.isFile()) return realOf(marker);
  const [, named] = /^gitdir:\s*(.+)$/.exec((await readShort(marker)) ?? '') ?? [];
  return named === undefined ? undefined : realOf(path.resolve(path.dirname(marker), named));
};

const realOf = (file: string): Promise<string | undefined> => realpath(file).catch(() => undefined);

const linksIn = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  // Hooks are often a link to a folder of the project.
  const links = entries.filter((entry) => entry.isSymbolicLink() && entry.name !== 'hooks');
  const targets = await Promise.all(links.map(({ name }) => realOf(path.join(folder, name))));
  return targets.filter((target) => target !== undefined);
};

/** Object stores that the repository borrows from. */
const alternatesOf = async (folder: string): Promise<readonly string[]> => {
  const objects = path.join(folder, 'objects');
  const lines = ((await readShort(path.join(objects, 'info', 'alternates'))) ?? '').split('\n');
  const named = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const stores = await Promise.all(named.map((line) => realOf(path.resolve(objects, line))));
  return stores.filter((store) => store !== undefined);
};

const readShort = async (file: string): Promise<string | undefined> => {
  const stats = await lstat(file).catch(() => undefined);
  if (!stats?.isFile() || stats.size > 65_536) return undefined;
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
};
