import { readFile, stat } from 'node:fs/promises';
import { findFiles, reasonOf } from './find-files.ts';
import { findUnparsable, needsProbe } from './probe-parser.ts';

export interface Limits {
  readonly largestFileBytes: number;
  readonly mostFiles: number;
}

/** Source text that can be parsed, or the reason why it cannot. */
export type ReadSource =
  | { readonly type: 'text'; readonly path: string; readonly root: string; readonly text: string }
  | { readonly type: 'unread'; readonly path: string; readonly reason: string }
  | { readonly type: 'too-large'; readonly path: string; readonly reason: string }
  | { readonly type: 'stopped' };

/** Reads the source files below the given directories, one at a time and each once. */
export async function* readSources(roots: readonly string[], limits: Limits): AsyncIterable<ReadSource> {
  const rootOf = new Map<string, string>();
  const doubtful: string[] = [];
  for await (const found of findOnce(roots, rootOf, limits)) {
    const read = found.type === 'text' ? await readSource(found.path, found.root, limits) : found;
    if (read.type === 'text' && needsProbe(read.text)) doubtful.push(read.path);
    else yield read;
  }
  const unparsable = await findUnparsable(doubtful);
  for (const path of doubtful) {
    if (unparsable.has(path)) yield { type: 'unread', path, reason: 'The file is nested too deeply to be parsed.' };
    // Read again rather than kept: these are the largest ones.
    else yield await readSource(path, rootOf.get(path) ?? path, limits);
  }
}

async function* findOnce(
  roots: readonly string[],
  rootOf: Map<string, string>,
  { mostFiles }: Limits,
): AsyncIterable<ReadSource> {
  for (const root of roots) {
    for await (const { path, problem } of findFiles(root)) {
      if (rootOf.has(path)) continue;
      if (rootOf.size >= mostFiles) {
        yield { type: 'stopped' };
        return;
      }
      rootOf.set(path, root);
      yield problem === null ? { type: 'text', path, root, text: '' } : { type: 'unread', path, reason: problem };
    }
  }
}

const readSource = async (path: string, root: string, { largestFileBytes }: Limits): Promise<ReadSource> => {
  try {
    const { size } = await stat(path);
    if (size > largestFileBytes) return { type: 'too-large', path, reason: `${size} bytes` };
    return { type: 'text', path, root, text: await readFile(path, 'utf8') };
  } catch (error) {
    return { type: 'unread', path, reason: `The file cannot be read (${reasonOf(error)}).` };
  }
};
