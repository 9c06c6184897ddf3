import { GitHubError } from '@recourse/github';
import { z } from 'zod';
import type { Place } from '../asking/requests.ts';
import { leavingNothing } from '../asking/rethrow.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { treeShape } from '../shapes/repository.ts';
import type { Toolbox } from '../toolbox.ts';
import type { GivenFile } from './check-files.ts';

const shaShape = z.object({ sha: z.string() });
/** A larger listing is not read for the sake of a file's mode. */
const mostTreeBytes = 8 * 1024 * 1024;

type FileMode = '100644' | '100755';

/** A file as it goes into a tree: its text, or the blob that holds its bytes. */
export type TreeEntry = { readonly path: string; readonly mode: FileMode; readonly type: 'blob' } & (
  { readonly content: string } | { readonly sha: string }
);

/** Writes the blobs of binaries and finds out which mode each file keeps. Text is sent with the tree. */
export const prepareEntries = async (
  toolbox: Toolbox,
  { repo, base, files }: Place & { readonly base: string; readonly files: readonly GivenFile[] },
): Promise<readonly TreeEntry[]> => {
  const modes = await executables(toolbox, { repo }, base, files);
  const entries: TreeEntry[] = [];
  for (const { path, content, encoding, executable } of files) {
    const mode: FileMode = (executable ?? modes.has(path)) ? '100755' : '100644';
    const value = encoding === 'base64' ? { sha: await writeBlob(toolbox, { repo }, content) } : { content };
    entries.push({ path, mode, type: 'blob', ...value });
  }
  return entries;
};

/** Writes a tree, that of the base with the entries in it, and returns its SHA. */
export const writeTree = async (
  { github }: Toolbox,
  { repo, base, entries }: Place & { readonly base: string; readonly entries: readonly TreeEntry[] },
): Promise<string> => {
  const { value } = await leavingNothing(
    github.request({
      route: 'POST /repos/{owner}/{repo}/git/trees',
      parameters: { ...repositoryName(repo), base_tree: base, tree: entries },
      shape: shaShape,
    }),
  );
  return value.sha;
};

const writeBlob = async ({ github }: Toolbox, { repo }: Place, content: string): Promise<string> => {
  const { value } = await leavingNothing(
    github.request({
      route: 'POST /repos/{owner}/{repo}/git/blobs',
      parameters: { ...repositoryName(repo), content: content.replace(/[\r\n]/g, ''), encoding: 'base64' },
      shape: shaShape,
    }),
  );
  return value.sha;
};

/**
 * The files that can be executed and stay so. In a repository that is too large to be listed they are not known; the
 * answer shows which mode each file got.
 */
const executables = async (
  { github }: Toolbox,
  { repo }: Place,
  base: string,
  files: readonly GivenFile[],
): Promise<ReadonlySet<string>> => {
  if (files.every(({ executable }) => executable !== undefined)) return new Set();
  try {
    const { value } = await github.request({
      route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
      parameters: { ...repositoryName(repo), tree_sha: base, recursive: '1' },
      shape: treeShape,
      maxBytes: mostTreeBytes,
    });
    return new Set(value.tree.filter(({ mode }) => mode === '100755').map(({ path }) => path));
  } catch (thrown) {
    if (thrown instanceof GitHubError && thrown.failure.code === 'VALIDATION_PAYLOAD_TOO_LARGE') return new Set();
    throw thrown;
  }
};
