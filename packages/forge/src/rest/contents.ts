import { ok, text as textAnswer, type Answer } from '../answers/answer.ts';
import { notFound, Refusal, unacceptable } from '../answers/refusal.ts';
import { contentBody, type ContentFacts } from '../bodies/content.ts';
import { isTreePath } from '../git/names.ts';
import type { GitRepository } from '../git/repository.ts';
import { typeOfMode, type TreeEntry } from '../git/tree-object.ts';
import type { RepositoryCall } from './call.ts';
import { wrapped } from './git-blobs.ts';

/** Above this, GitHub sends the content only as it is, without JSON around it. */
const maxInlineBytes = 1024 * 1024;
const maxListed = 1000;

export async function getContents(call: RepositoryCall): Promise<Answer> {
  const path = call.parameter('path').replace(/\/+$/, '');
  const { ref, commit } = await commitOf(call);
  const { tree } = await call.git.objects.commit(commit);
  if (path === '') return directory(call, { ref, path, sha: tree });
  if (!isTreePath(path)) throw unacceptable('path contains a malformed path component');
  const entry = await entryAt(call.git, tree, path);
  if (entry === undefined) throw notFound();
  if (typeOfMode(entry.mode) === 'tree') return directory(call, { ref, path, sha: entry.sha });
  return single(call, ref, path, entry);
}

export async function getReadme(call: RepositoryCall): Promise<Answer> {
  const { ref, commit } = await commitOf(call);
  const { tree } = await call.git.objects.commit(commit);
  const entries = await call.git.objects.tree(tree);
  const readme = entries.find((entry) => /^readme(\.(md|markdown|txt|rst))?$/i.test(entry.name));
  if (readme === undefined || typeOfMode(readme.mode) !== 'blob') throw notFound();
  return single(call, ref, readme.name, readme);
}

/** The content as it is, at the addresses that `download_url` names. */
export async function getRaw(call: RepositoryCall): Promise<Answer> {
  const commit = await call.git.resolveCommit(call.parameter('ref'));
  const path = call.parameter('path');
  if (commit === undefined || !isTreePath(path)) throw notFound();
  const entry = await entryAt(call.git, (await call.git.objects.commit(commit)).tree, path);
  const blob = entry && (await call.git.objects.read(entry.sha));
  if (blob?.type !== 'blob') throw notFound();
  return textAnswer(blob.content, 'application/octet-stream');
}

export async function entryAt(git: GitRepository, tree: string, path: string): Promise<TreeEntry | undefined> {
  let entry: TreeEntry | undefined;
  let sha = tree;
  for (const name of path.split('/')) {
    if (entry && typeOfMode(entry.mode) !== 'tree') return undefined;
    entry = (await git.objects.tree(sha)).find((candidate) => candidate.name === name);
    if (entry === undefined) return undefined;
    sha = entry.sha;
  }
  return entry;
}

async function commitOf(call: RepositoryCall): Promise<{ readonly ref: string; readonly commit: string }> {
  const ref = call.query('ref') ?? call.repository.defaultBranch;
  const commit = await call.git.resolveCommit(ref);
  if (commit) return { ref, commit };
  if (await call.git.isEmpty()) throw new Refusal(404, 'This repository is empty.');
  throw new Refusal(404, `No commit found for the ref ${ref.slice(0, 200)}`);
}

async function directory(
  call: RepositoryCall,
  { ref, path, sha }: { readonly ref: string; readonly path: string; readonly sha: string },
): Promise<Answer> {
  const entries = (await call.git.objects.tree(sha)).slice(0, maxListed);
  const items = await Promise.all(
    entries.map(async (entry) => {
      const facts = await factsOf(call.git, entry, path === '' ? entry.name : `${path}/${entry.name}`, ref);
      return contentBody(call.world, call.repository, facts);
    }),
  );
  if (!call.accepts('object')) return ok(items);
  const own = contentBody(call.world, call.repository, { path, sha, size: 0, ref, kind: 'dir' });
  return ok({ ...own, entries: items });
}

async function single(call: RepositoryCall, ref: string, path: string, entry: TreeEntry): Promise<Answer> {
  const facts = await factsOf(call.git, entry, path, ref);
  const body = contentBody(call.world, call.repository, facts);
  if (facts.kind === 'submodule') return ok({ ...body, submodule_git_url: `${call.world.url()}/` });
  if (facts.size > maxInlineBytes && !call.accepts('raw')) return ok({ ...body, encoding: 'none', content: '' });
  const blob = await call.git.objects.read(entry.sha);
  if (blob === undefined) throw notFound();
  if (call.accepts('raw')) return textAnswer(blob.content, 'application/vnd.github.raw; charset=utf-8');
  if (facts.kind === 'symlink') return ok({ ...body, target: blob.content.toString('utf8') });
  return ok({ ...body, content: wrapped(blob.content), encoding: 'base64' });
}

async function factsOf(git: GitRepository, entry: TreeEntry, path: string, ref: string): Promise<ContentFacts> {
  const type = typeOfMode(entry.mode);
  const kind = type === 'tree' ? 'dir' : type === 'commit' ? 'submodule' : entry.mode === '120000' ? 'symlink' : 'file';
  const size = type === 'blob' ? ((await git.objects.info(entry.sha))?.size ?? 0) : 0;
  return { path, sha: entry.sha, size, ref, kind };
}
