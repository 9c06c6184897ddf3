import { readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isJsonObject } from '@recourse/contract';
import { findOutwardLink, isIn, isInstalled } from './outward-link.ts';

/** A package on the disk. */
interface Package {
  readonly folder: string;
  readonly description: PackageDescription;
}

interface PackageDescription {
  readonly exports?: unknown;
  readonly main?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Where a plugin is, and the folders that its process must read. */
export interface PluginPlace {
  readonly file: string;
  /** The module that runs it: the one that the plugin itself depends on, so that both have the same classes. */
  readonly runner: string;
  readonly readable: readonly string[];
}

const mostPackages = 500;
/** Names of packages. Any other name in a list of dependencies could lead to any folder. */
const packageName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/iu;

/**
 * Finds the module of a plugin and the packages that it depends on. Throws if one of them is not installed; nothing of
 * the plugin runs here.
 */
export const locatePlugin = async (use: string, cwd: string): Promise<PluginPlace> => {
  const isFolder = use.startsWith('.') || path.isAbsolute(use);
  const folder = isFolder ? await realpath(path.resolve(cwd, use)) : await findPackage(use, cwd);
  if (folder === undefined) throw new Error(`the package '${use}' is not installed`);
  const found = await readPackage(folder);
  const entry = entryOf(found.description);
  const file = path.resolve(folder, entry);
  if (!isIn(folder, file)) throw new Error(`its main module '${entry.slice(0, 200)}' is outside its folder`);
  await realpath(file);
  const readable = await closureOf(found);
  const starred = readable.find((one) => one.includes('*'));
  if (starred !== undefined)
    throw new Error(`the path ${starred} contains '*', with which it could read other folders; rename the folder`);
  const link = await findOutwardLink(readable);
  if (link !== undefined) throw outward(link);
  return { file, runner: findRunner(file), readable };
};

const findRunner = (file: string): string => {
  try {
    return path.join(path.dirname(createRequire(file).resolve('@recourse/stage-plugin/process')), 'main.js');
  } catch (error) {
    throw new Error("it depends on '@recourse/stage-plugin', which is not installed", { cause: error });
  }
};

/** The folders of a package and of everything that it depends on, as they are and as links name them. */
const closureOf = async (plugin: Package): Promise<readonly string[]> => {
  const folders = new Set<string>();
  const pending = [plugin];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const real = await realpath(next.folder);
    folders.add(next.folder);
    if (folders.has(real) && real !== next.folder) continue;
    folders.add(real);
    if (folders.size > mostPackages) throw new Error(`it depends on more than ${mostPackages} packages`);
    const { dependencies, peerDependencies } = next.description;
    for (const name of Object.keys({ ...peerDependencies, ...dependencies })) {
      if (!packageName.test(name))
        throw new Error(`its dependency '${name.slice(0, 200)}' is not a valid package name`);
      const folder = await findPackage(name, real);
      if (folder === undefined || folders.has(folder)) continue;
      if (await leadsOut(folder, real)) throw outward(folder);
      pending.push(await readPackage(folder));
    }
  }
  return [...folders];
};

/** Whether a package has a dependency inside it that is a link to another folder, not to an installed package. */
const leadsOut = async (dependency: string, owner: string): Promise<boolean> => {
  if (!isIn(owner, dependency)) return false;
  const target = await realpath(dependency);
  return !isIn(owner, target) && !isInstalled(dependency, target);
};

const outward = (link: string): Error =>
  new Error(`its link ${link} points to a file outside the folders that it is allowed to read`);

/** The folder of an installed package, as Node finds it from a folder. */
const findPackage = async (name: string, from: string): Promise<string | undefined> => {
  for (const root of createRequire(path.join(from, 'x.js')).resolve.paths(name) ?? []) {
    const folder = path.join(root, name);
    if (await exists(path.join(folder, 'package.json'))) return folder;
  }
  return undefined;
};

const exists = (file: string): Promise<boolean> =>
  realpath(file).then(
    () => true,
    () => false,
  );

const readPackage = async (folder: string): Promise<Package> => {
  const file = path.join(folder, 'package.json');
  const description = descriptionIn(await readFile(file, 'utf8'));
  if (description === undefined) throw new Error(`${file} does not contain a JSON object`);
  return { folder, description };
};

const descriptionIn = (text: string): PackageDescription | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The main module of a package: its export, its `main`, or `index.js`. */
const entryOf = ({ exports, main }: PackageDescription): string => {
  const root = typeof exports === 'object' && exports !== null && '.' in exports ? exports['.'] : exports;
  const entry = moduleOf(root);
  return entry ?? (typeof main === 'string' ? main : 'index.js');
};

const moduleOf = (target: unknown): string | undefined => {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  for (const [condition, inner] of Object.entries(target))
    if (['node', 'import', 'default'].includes(condition)) return moduleOf(inner);
  return undefined;
};
