import { noContent, ok, type Answer } from '../answers/answer.ts';
import { notFound, unacceptable } from '../answers/refusal.ts';
import { apiOf } from '../bodies/repository.ts';
import { branchRef } from '../domain/follow-refs.ts';
import { mergeMethods } from '../domain/merge-commit.ts';
import { mergePull } from '../domain/merge-pull.ts';
import { moveRefs } from '../domain/move-refs.ts';
import { signatureOf } from '../domain/signature.ts';
import { StaleRef } from '../git/refs.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { RepositoryCall } from './call.ts';
import { findPull } from './find-pull.ts';

const { text, optional, oneOf } = fields;

export function checkMerged(call: RepositoryCall): Answer {
  if (findPull(call).pull.mergedAt === null) throw notFound();
  return noContent;
}

export async function putMerge(call: RepositoryCall): Promise<Answer> {
  const { pull } = findPull(call);
  const input = readInput(call.body, {
    commit_title: optional(text),
    commit_message: optional(text),
    sha: optional(text),
    merge_method: optional(oneOf(mergeMethods)),
  });
  const { world, repository, git, user, level } = call;
  const sha = await mergePull(world, {
    repository,
    git,
    pull,
    user,
    level,
    method: input.merge_method ?? 'merge',
    expectedHead: input.sha,
    title: input.commit_title,
    message: input.commit_message,
  });
  return ok({ sha, merged: true, message: 'Pull Request successfully merged' });
}

/** Merges the base into the head. */
export async function updateBranch(call: RepositoryCall): Promise<Answer> {
  const { world, repository, git } = call;
  const { pull, issue } = findPull(call);
  const { expected_head_sha: expected } = readInput(call.body, { expected_head_sha: optional(text) });
  const base = await git.refs.get(branchRef(pull.baseRef));
  if (issue.state === 'closed' || base === undefined) throw unacceptable('Pull request is closed.');
  const stale = (): Error => unacceptable('expected head sha didn’t match current head ref.');
  if (expected !== undefined && expected !== pull.headSha) throw stale();
  if (await git.history.isAncestor(base.sha, pull.headSha))
    throw unacceptable('There are no new commits on the base branch.');
  const outcome = await git.merge(pull.headSha, base.sha);
  if (!outcome.clean) throw unacceptable('merge conflict between base and head');
  const author = signatureOf(world, call.user);
  const sha = await git.objects.writeCommit({
    tree: outcome.tree,
    parents: [pull.headSha, base.sha],
    author,
    committer: author,
    message: `Merge branch '${pull.baseRef}' into ${pull.headRef}\n`,
  });
  try {
    await moveRefs(world, repository, [{ name: branchRef(pull.headRef), from: pull.headSha, to: sha }]);
  } catch (error) {
    throw error instanceof StaleRef ? stale() : error;
  }
  const url = `${apiOf(world, repository)}/pulls/${pull.number}`;
  return { status: 202, body: { message: 'Updating pull request branch.', url } };
}
