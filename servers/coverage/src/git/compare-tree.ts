import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** A file of a commit, relative to the top of the working tree. */
export interface TreeEntry {
  readonly mode: string;
  /** Git's hash of its content. */
  readonly id: string;
  readonly path: string;
}

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const submodule = '160000';
const buffer = Buffer.alloc(256 * 1024);

/** Reads the output of `git ls-files --stage -z`; undefined if a name is not UTF-8. */
export const readEntries = (output: Buffer): readonly TreeEntry[] | undefined => {
  const text = output.toString('utf8');
  if (text.includes('\uFFFD')) return undefined;
  return text.split('\0').flatMap((line) => {
    const [, mode = '', id = '', name = ''] = /^(\d+) ([0-9a-f]+) \d\t(.*)$/s.exec(line) ?? [];
    return name === '' ? [] : [{ mode, id, path: name }];
  });
};

/**
 * The files of the working tree whose bytes or mode are not those of the commit. Git may still call them unchanged: it
 * converts line ends, for example. Reads each file once and trusts no index, which anyone can write.
 */
export function* findDifferent(
  workTree: string,
  entries: readonly TreeEntry[],
): Generator<void, readonly string[], void> {
  const different: string[] = [];
  const folders = new Map<string, boolean>();
  for (const entry of entries) {
    if (entry.mode === submodule) continue;
    const folder = path.posix.dirname(entry.path);
    let isReal = folders.get(folder);
    if (isReal === undefined) folders.set(folder, (isReal = isRealFolder(path.join(workTree, folder))));
    if (!isReal || !(yield* isSame(path.join(workTree, entry.path), entry))) different.push(entry.path);
    yield;
  }
  return different;
}

/** A link on the way leads to another file than the commit means. */
const isRealFolder = (folder: string): boolean => {
  try {
    return realpathSync.native(folder) === folder;
  } catch {
    return false;
  }
};

function* isSame(file: string, { mode, id }: TreeEntry): Generator<void, boolean, void> {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, flags);
    const stats = fstatSync(descriptor);
    const isExecutable = (stats.mode & 0o100) !== 0;
    if (!stats.isFile() || mode !== (isExecutable ? '100755' : '100644')) return false;
    const hash = createHash(id.length > 40 ? 'sha256' : 'sha1').update(`blob ${stats.size}\0`);
    let position = 0;
    for (;;) {
      const length = readSync(descriptor, buffer, 0, buffer.length, position);
      hash.update(buffer.subarray(0, length));
      position += length;
      if (length === 0 || (length < buffer.length && position >= stats.size)) break;
      yield;
    }
    return position === stats.size && hash.digest('hex') === id;
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
