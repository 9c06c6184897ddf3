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

export interface WrittenTree {
  readonly sha: string;
  readonly files: readonly { readonly path: string; readonly mode: FileMode }[];
}

/** Writes a tree: that of the base with the given files in it. Texts travel with it; only binaries need blobs. */
export const writeTree = async (
  toolbox: Toolbox,
  { repo, signal, base, files }: Place & { readonly base: string; readonly files: readonly GivenFile[] },
): Promise<WrittenTree> => {
  const modes = await executables(toolbox, { repo, signal }, base, files);
  const entries = [];
  for (const { path, content, encoding, executable } of files) {
    const mode: FileMode = (executable ?? modes.has(path)) ? '100755' : '100644';
    const value = encoding === 'base64' ? { sha: await writeBlob(toolbox, { repo, signal }, content) } : { content };
    entries.push({ path, mode, type: 'blob', ...value });
  }
  const { value } = await leavingNothing(
    toolbox.github.request({
      route: 'POST /repos/{owner}/{repo}/git/trees',
      parameters: { ...repositoryName(repo), base_tree: base, tree: entries },
      shape: shaShape,
      signal,
    }),
  );
  return { sha: value.sha, files: entries.map(({ path, mode }) => ({ path, mode })) };
};

const writeBlob = async ({ github }: Toolbox, { repo, signal }: Place, content: string): Promise<string> => {
  const { value } = await leavingNothing(
    github.request({
      route: 'POST /repos/{owner}/{repo}/git/blobs',
      parameters: { ...repositoryName(repo), content: content.replace(/[\r\n]/g, ''), encoding: 'base64' },
      shape: shaShape,
      signal,
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
  { repo, signal }: Place,
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
      signal,
    });
    return new Set(value.tree.filter(({ mode }) => mode === '100755').map(({ path }) => path));
  } catch (thrown) {
    if (thrown instanceof GitHubError && thrown.failure.code === 'VALIDATION_PAYLOAD_TOO_LARGE') return new Set();
    throw thrown;
  }
};
