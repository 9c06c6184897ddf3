import { created, ok, type Answer } from '../answers/answer.ts';
import { emptyRepository, notFound, Refusal, unacceptable, validationFailed } from '../answers/refusal.ts';
import { apiOf } from '../bodies/repository.ts';
import { editTree, FileInTheWay, NothingAtPath, type TreeEdit } from '../git/edit-tree.ts';
import { isSha, isTreePath } from '../git/names.ts';
import type { GitRepository } from '../git/repository.ts';
import { isMode, modes, typeOfMode } from '../git/tree-object.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { RepositoryCall } from './call.ts';
import { listTree, maxTreeEntries, type ListedEntry } from './list-tree.ts';

const { text, list, object, optional, nullable } = fields;

const entryShape = {
  path: text,
  mode: text,
  type: optional(text),
  sha: optional(nullable(text)),
  content: optional(text),
} as const;

interface EntryInput {
  readonly path: string;
  readonly mode: string;
  readonly type: string | undefined;
  readonly sha: string | null | undefined;
  readonly content: string | undefined;
}

function treeBody(call: RepositoryCall, sha: string, entries: readonly ListedEntry[], truncated: boolean): unknown {
  const api = apiOf(call.world, call.repository);
  return {
    sha,
    url: `${api}/git/trees/${sha}`,
    tree: entries.map((entry) => ({
      path: entry.path,
      mode: entry.mode,
      type: typeOfMode(entry.mode),
      sha: entry.sha,
      ...(entry.size === undefined ? {} : { size: entry.size }),
      ...(typeOfMode(entry.mode) === 'commit' ? {} : { url: `${api}/git/${typeOfMode(entry.mode)}s/${entry.sha}` }),
    })),
    truncated,
  };
}

export async function getTree(call: RepositoryCall): Promise<Answer> {
  const name = call.parameter('tree_sha');
  const tree = await treeNamed(call, name);
  if (tree === undefined) {
    if (await call.git.isEmpty()) throw emptyRepository();
    throw notFound();
  }
  const { entries, truncated } = await listTree(call.git, tree, call.url.searchParams.has('recursive'));
  return ok(treeBody(call, tree, entries, truncated));
}

async function treeNamed({ git }: RepositoryCall, name: string): Promise<string | undefined> {
  if (isSha(name)) {
    const info = await git.objects.info(name);
    if (info?.type === 'tree') return info.sha;
    if (info?.type === 'blob') throw unacceptable(`The object ${name} is not a tree`);
  }
  const commit = await git.resolveCommit(name);
  return commit && (await git.objects.commit(commit)).tree;
}

export async function createTree(call: RepositoryCall): Promise<Answer> {
  const input = readInput(call.body, { tree: list(object(entryShape)), base_tree: optional(nullable(text)) });
  if (await call.git.isEmpty()) throw emptyRepository();
  if (input.tree.length === 0) throw unacceptable('Invalid tree info');
  if (input.tree.length > maxTreeEntries) throw unacceptable('Tree has too many entries');
  const base = input.base_tree ? await baseTree(call, input.base_tree) : undefined;
  const sha = await write(call, base, await editsOf(call, input.tree));
  const { entries, truncated } = await listTree(call.git, sha, false);
  return created(treeBody(call, sha, entries, truncated), `${apiOf(call.world, call.repository)}/git/trees/${sha}`);
}

async function baseTree(call: RepositoryCall, name: string): Promise<string> {
  const tree = isSha(name) ? await treeNamed(call, name) : undefined;
  if (tree === undefined) throw new Refusal(404, 'base_tree is not a valid tree oid');
  return tree;
}

/** Everything is checked before anything is written. */
async function editsOf({ git }: RepositoryCall, entries: readonly EntryInput[]): Promise<TreeEdit[]> {
  for (const entry of entries) checkEntry(entry);
  const missing = await Promise.all(entries.map((entry) => wrongObject(git, entry)));
  const problem = missing.find((message) => message !== undefined);
  if (problem !== undefined) throw unacceptable(problem);
  const inline = entries.filter((entry) => entry.content !== undefined);
  const shas = await git.objects.writeBlobs(inline.map((entry) => Buffer.from(entry.content ?? '')));
  const shaOf = new Map(inline.map((entry, index) => [entry, shas[index] ?? '']));
  return entries.map((entry) => ({
    path: entry.path,
    put: entry.sha === null ? null : { mode: entry.mode, sha: entry.sha ?? shaOf.get(entry) ?? '' },
  }));
}

function checkEntry(entry: EntryInput): void {
  if (!isTreePath(entry.path)) throw unacceptable('tree.path contains a malformed path component');
  if (entry.sha === null) return;
  if (!isMode(entry.mode)) throw unacceptable(`tree.mode ${JSON.stringify(entry.mode)} is not a valid mode`);
  const wanted = modes[entry.mode];
  if (entry.type !== undefined && entry.type !== wanted)
    throw unacceptable(`tree.mode ${entry.mode} does not match the type ${JSON.stringify(entry.type)}`);
  if ((entry.sha === undefined) === (entry.content === undefined))
    throw unacceptable('Must supply either tree.sha or tree.content, not both');
  if (entry.content !== undefined && wanted !== 'blob') throw unacceptable('tree.content is allowed only for blobs');
}

/** A submodule's commit lives in another repository; everything else must be here. */
async function wrongObject(git: GitRepository, entry: EntryInput): Promise<string | undefined> {
  if (typeof entry.sha !== 'string') return undefined;
  const wanted = typeOfMode(entry.mode);
  if (!isSha(entry.sha)) return `tree.sha ${entry.sha.slice(0, 64)} is not a valid ${wanted}`;
  const found = wanted === 'commit' ? wanted : (await git.objects.info(entry.sha))?.type;
  return found === wanted ? undefined : `tree.sha ${entry.sha} is not a valid ${wanted}`;
}

async function write({ git }: RepositoryCall, base: string | undefined, edits: readonly TreeEdit[]): Promise<string> {
  try {
    return await editTree(git.objects, base, edits);
  } catch (error) {
    if (error instanceof FileInTheWay) throw unacceptable(`tree.path passes through ${error.path}, which is a file`);
    if (!(error instanceof NothingAtPath)) throw error;
    throw validationFailed({ resource: 'Tree', field: 'path', code: 'missing', value: error.path });
  }
}
