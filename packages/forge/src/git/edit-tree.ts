import type { Objects } from './objects.ts';
import { directoryMode, type TreeEntry } from './tree-object.ts';

/** One change at a path: an object to put there, or null to remove what is there. */
export interface TreeEdit {
  readonly path: string;
  readonly put: { readonly mode: string; readonly sha: string } | null;
}

/** A path to remove that does not exist. */
export class NothingAtPath extends Error {
  override readonly name = 'NothingAtPath';
  readonly path: string;

  constructor(path: string) {
    super(`nothing at ${path}`);
    this.path = path;
  }
}

/** A path that leads through a file. */
export class FileInTheWay extends Error {
  override readonly name = 'FileInTheWay';
  readonly path: string;

  constructor(path: string) {
    super(`${path} is a file`);
    this.path = path;
  }
}

interface Folder {
  readonly name: string;
  readonly path: string;
  readonly parent: Folder | undefined;
  readonly edits: Map<string, TreeEdit['put']>;
  readonly below: Map<string, Folder>;
  entries: Map<string, TreeEntry>;
}

/**
 * Writes the tree that results from the edits. Only folders that change are read and written, and all folders of
 * one depth are written together, so that a large edit costs a few processes and not one for each folder.
 */
export async function editTree(
  objects: Objects,
  base: string | undefined,
  edits: readonly TreeEdit[],
): Promise<string> {
  const root = folderOf('', undefined);
  for (const edit of edits) place(root, edit);
  const levels = levelsOf(root);
  const bases = new Map<Folder, string | undefined>([[root, base]]);
  for (const level of levels) await Promise.all(level.map((folder) => read(objects, folder, bases)));
  for (const level of levels.toReversed())
    await write(
      objects,
      level.filter((folder) => folder !== root),
    );
  return objects.writeTree([...root.entries.values()]);
}

function folderOf(name: string, parent: Folder | undefined): Folder {
  const path = parent ? `${parent.path}${name}/` : '';
  return { name, path, parent, edits: new Map(), below: new Map(), entries: new Map() };
}

function place(root: Folder, edit: TreeEdit): void {
  const parts = edit.path.split('/');
  const name = parts.pop() ?? '';
  let folder = root;
  for (const part of parts) {
    const next = folder.below.get(part) ?? folderOf(part, folder);
    folder.below.set(part, next);
    folder = next;
  }
  folder.edits.set(name, edit.put);
}

function levelsOf(root: Folder): Folder[][] {
  const levels: Folder[][] = [];
  for (let level = [root]; level.length > 0; level = level.flatMap((folder) => [...folder.below.values()]))
    levels.push(level);
  return levels;
}

/** Reads the current entries of a folder, applies its edits, and records the base tree of each subfolder. */
async function read(objects: Objects, folder: Folder, bases: Map<Folder, string | undefined>): Promise<void> {
  const base = bases.get(folder);
  folder.entries = new Map(base ? (await objects.tree(base)).map((entry) => [entry.name, entry]) : []);
  for (const [name, put] of folder.edits) {
    if (put) folder.entries.set(name, { name, mode: put.mode, sha: put.sha });
    else if (!folder.entries.delete(name)) throw new NothingAtPath(folder.path + name);
  }
  for (const below of folder.below.values()) {
    const current = folder.entries.get(below.name);
    if (current && current.mode !== directoryMode) throw new FileInTheWay(folder.path + below.name);
    bases.set(below, current?.sha);
  }
}

/** A folder that ends up empty disappears, because git does not keep one. */
async function write(objects: Objects, level: readonly Folder[]): Promise<void> {
  const kept = level.filter((folder) => folder.entries.size > 0);
  const shas = await objects.writeTrees(kept.map((folder) => [...folder.entries.values()]));
  for (const folder of level) folder.parent?.entries.delete(folder.name);
  for (const [index, folder] of kept.entries()) {
    const entry = { name: folder.name, mode: directoryMode, sha: shas[index] ?? '' };
    folder.parent?.entries.set(folder.name, entry);
  }
}
