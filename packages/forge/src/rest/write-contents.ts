import { ok, type Answer } from '../answers/answer.ts';
import { notFound, Refusal, unacceptable } from '../answers/refusal.ts';
import { gitCommitBody } from '../bodies/commit.ts';
import { contentBody } from '../bodies/content.ts';
import { moveRefs } from '../domain/move-refs.ts';
import { pushBlocker } from '../domain/push-blocker.ts';
import { editTree, FileInTheWay, type TreeEdit } from '../git/edit-tree.ts';
import { GitError } from '../git/git-error.ts';
import { isBranchName, isTreePath } from '../git/names.ts';
import type { Objects } from '../git/objects.ts';
import { StaleRef } from '../git/refs.ts';
import { typeOfMode, type TreeEntry } from '../git/tree-object.ts';
import { fields, readInput, type InputOf } from '../input/read-input.ts';
import type { RepositoryCall } from './call.ts';
import { entryAt } from './contents.ts';
import { decodeContent } from './git-blobs.ts';
import { messageOf, personOf, personShape } from './git-commits.ts';

const { text, optional, object } = fields;

const commonShape = {
  message: text,
  branch: optional(text),
  committer: optional(object(personShape)),
  author: optional(object(personShape)),
} as const;

type CommonInput = InputOf<typeof commonShape>;

interface Place {
  readonly path: string;
  readonly branch: string;
  readonly tip: string | undefined;
  readonly tree: string | undefined;
  readonly entry: TreeEntry | undefined;
}

/** Creates or replaces one file in one commit. */
export async function putContents(call: RepositoryCall): Promise<Answer> {
  const input = readInput(call.body, { ...commonShape, content: text, sha: optional(text) });
  const place = await placeOf(call, input);
  const { entry, path } = place;
  if (entry && typeOfMode(entry.mode) === 'tree') throw unacceptable(`${path} is a directory`);
  if (entry && input.sha === undefined) throw unacceptable('Invalid request.\n\n"sha" wasn\'t supplied.');
  if (input.sha !== undefined && input.sha !== entry?.sha) throw staleFile(path, input.sha);
  const content = decodeContent(input.content, 'base64');
  const sha = await call.git.objects.writeBlob(content);
  const mode = entry?.mode ?? '100644';
  const commit = await commitEdit(call, input, place, { verb: entry ? 'update' : 'create', put: { mode, sha } });
  const facts = { path, sha, size: content.length, ref: place.branch, kind: 'file' } as const;
  const body = { content: contentBody(call.world, call.repository, facts), commit };
  return entry ? ok(body) : { status: 201, body };
}

export async function deleteContents(call: RepositoryCall): Promise<Answer> {
  const input = readInput(call.body, { ...commonShape, sha: text });
  const place = await placeOf(call, input);
  if (place.entry === undefined || typeOfMode(place.entry.mode) === 'tree') throw notFound();
  if (input.sha !== place.entry.sha) throw staleFile(place.path, input.sha);
  const commit = await commitEdit(call, input, place, { verb: 'delete', put: null });
  return ok({ content: null, commit });
}

async function placeOf(call: RepositoryCall, input: CommonInput): Promise<Place> {
  const path = call.parameter('path');
  if (!isTreePath(path)) throw unacceptable('path contains a malformed path component');
  const branch = input.branch?.replace(/^refs\/heads\//, '') ?? call.repository.defaultBranch;
  const tip = isBranchName(branch) ? (await call.git.refs.get(`refs/heads/${branch}`))?.sha : undefined;
  if (tip === undefined && !((await call.git.isEmpty()) && branch === call.repository.defaultBranch))
    throw new Refusal(404, `Branch ${branch.slice(0, 200)} not found`);
  const tree = tip && (await call.git.objects.commit(tip)).tree;
  return { path, branch, tip, tree, entry: tree ? await entryAt(call.git, tree, path) : undefined };
}

async function commitEdit(
  call: RepositoryCall,
  input: CommonInput,
  { path, branch, tip, tree }: Place,
  edit: { readonly verb: string; readonly put: { readonly mode: string; readonly sha: string } | null },
): Promise<Record<string, unknown>> {
  const { objects } = call.git;
  const committer = personOf(call, input.committer);
  const sha = await objects.writeCommit({
    tree: await edited(objects, tree, { path, put: edit.put }),
    parents: tip ? [tip] : [],
    author: input.author ? personOf(call, input.author) : committer,
    committer,
    message: messageOf(input.message),
  });
  const push = { branch, creates: tip === undefined, to: sha, forced: false, user: call.user, level: call.level };
  const blocker = pushBlocker(call.world, call.repository, push);
  if (blocker !== undefined) throw new Refusal(409, `Could not ${edit.verb} file: ${blocker}`);
  await advance(call, branch, tip, sha);
  return gitCommitBody(call.world, call.repository, await objects.commit(sha));
}

async function edited(objects: Objects, tree: string | undefined, edit: TreeEdit): Promise<string> {
  try {
    return await editTree(objects, tree, [edit]);
  } catch (error) {
    if (error instanceof FileInTheWay) throw unacceptable(`path passes through ${error.path}, which is a file`);
    throw error;
  }
}

/** Two writers from the same tip: one wins, the other hears where the branch is now. */
async function advance(call: RepositoryCall, branch: string, from: string | undefined, to: string): Promise<void> {
  try {
    await moveRefs(call.world, call.repository, [{ name: `refs/heads/${branch}`, from, to }]);
  } catch (error) {
    if (error instanceof StaleRef)
      throw new Refusal(409, `is at ${error.actual ?? 'nothing'} but expected ${from ?? 'nothing'}`);
    if (error instanceof GitError && error.code !== undefined) throw unacceptable('Reference update failed');
    throw error;
  }
}

function staleFile(path: string, sha: string): Refusal {
  return new Refusal(409, `${path} does not match ${sha.slice(0, 64)}`);
}
