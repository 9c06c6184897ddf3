import type { Objects } from './objects.ts';
import { directoryMode, type TreeEntry } from './tree-object.ts';

/** One change at a path: an object to put there, or null to remove what is there. */
export interface TreeEdit {
  readonly path: string;
  readonly put: { readonly mode: string; readonly sha: string } | null;
}

/** A path to remove that is not there. */
export class NothingAtPath extends Error {
  override readonly name = 'NothingAtPath';
  readonly path: string;

  constructor(path: string) {
    super(`nothing at ${path}`);
    this.path = path;
  }
}

interface Folder {
  readonly here: Map<string, TreeEdit['put']>;
  readonly below: Map<string, Folder>;
}

/** Writes the tree that results from the edits. Only folders that change are read and written. */
export async function editTree(
  objects: Objects,
  base: string | undefined,
  edits: readonly TreeEdit[],
): Promise<string> {
  const root: Folder = { here: new Map(), below: new Map() };
  for (const edit of edits) place(root, edit);
  return (await apply(objects, base, root, '')) ?? objects.writeTree([]);
}

function place(root: Folder, edit: TreeEdit): void {
  const parts = edit.path.split('/');
  const name = parts.pop() ?? '';
  let folder = root;
  for (const part of parts) {
    const next = folder.below.get(part) ?? { here: new Map(), below: new Map() };
    folder.below.set(part, next);
    folder = next;
  }
  folder.here.set(name, edit.put);
}

/** Answers undefined for a folder that ends up empty, because git does not keep one. */
async function apply(
  objects: Objects,
  base: string | undefined,
  folder: Folder,
  prefix: string,
): Promise<string | undefined> {
  const entries = new Map<string, TreeEntry>();
  if (base) for (const entry of await objects.tree(base)) entries.set(entry.name, entry);
  for (const [name, put] of folder.here) {
    if (put) entries.set(name, { name, ...put });
    else if (!entries.delete(name)) throw new NothingAtPath(prefix + name);
  }
  for (const [name, below] of folder.below) {
    const current = entries.get(name);
    const isFolder = current?.mode === directoryMode;
    const sha = await apply(objects, isFolder ? current.sha : undefined, below, `${prefix}${name}/`);
    if (sha) entries.set(name, { name, mode: directoryMode, sha });
    else entries.delete(name);
  }
  return entries.size === 0 ? undefined : objects.writeTree([...entries.values()]);
}
