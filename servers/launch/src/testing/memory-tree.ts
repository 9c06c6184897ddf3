import { hash } from 'node:crypto';
import type { Tree, TreeEntry } from '../sources/tree.ts';

/** A file as a string, or an entry that is not a regular file: `{ link: target }` or `{ submodule: commit }`. */
export type MemoryFile = string | Uint8Array | { readonly link: string } | { readonly submodule: string };

/** Builds a tree from a record of paths and contents. */
export const memoryTree = (files: Readonly<Record<string, MemoryFile>>): Tree => {
  const paths = Object.keys(files).sort();
  const bytes = new Map<string, Uint8Array>();
  const entries = paths.map((path): TreeEntry => {
    const file = files[path] ?? '';
    if (typeof file === 'object' && 'submodule' in file) {
      return { path, mode: '160000', sha: file.submodule, size: null };
    }
    const content = contentOf(file);
    const sha = hash('sha1', content);
    if (typeof file === 'object' && 'link' in file) return { path, mode: '120000', sha, size: content.length };
    bytes.set(path, content);
    return { path, mode: '100644', sha, size: content.length };
  });
  return {
    url: 'http://forge.test/owner/site',
    sha: hash('sha1', JSON.stringify(entries)),
    entries,
    read: (path) => Promise.resolve(bytes.get(path)),
  };
};

const contentOf = (file: string | Uint8Array | { readonly link: string }): Uint8Array => {
  if (typeof file === 'string') return Buffer.from(file);
  return 'link' in file ? Buffer.from(file.link) : file;
};
