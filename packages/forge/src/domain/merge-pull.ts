import { Refusal } from '../answers/refusal.ts';
import { StaleRef } from '../git/refs.ts';
import type { GitRepository } from '../git/repository.ts';
import type { Level } from '../identity/level.ts';
import type { Issue } from '../state/issues.ts';
import type { MergeIntent, Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';
import { branchRef, followedPull, followRefs } from './follow-refs.ts';
import { isBehind } from './merge-state.ts';
import { writeMergeCommit, type MergeMethod } from './merge-commit.ts';
import { binds, guardsOf } from './guards.ts';
import { mergeBlockers, ruleViolations } from './merge-blockers.ts';

export interface MergeOrder {
  readonly repository: Repository;
  readonly git: GitRepository;
  readonly pull: Pull;
  readonly user: User;
  readonly level: Level;
  readonly method: MergeMethod;
  readonly expectedHead: string | undefined;
  readonly title: string | undefined;
  readonly message: string | undefined;
}

const notMergeable = (): Refusal => new Refusal(405, 'Pull Request is not mergeable');
const headMoved = (): Refusal => new Refusal(409, 'Head branch was modified. Review and try the merge again.');
const baseMoved = (): Refusal => new Refusal(405, 'Base branch was modified. Review and try the merge again.');

const methodNames = { merge: 'Merge commits', squash: 'Squash merges', rebase: 'Rebase merges' } as const;

/** Merges a pull request, or refuses with GitHub's status for the cause. */
export function mergePull(world: World, order: MergeOrder): Promise<string> {
  return world.merging.run(order.pull.id, async () => {
    const pull = await followedPull(world, order.repository, order.pull);
    const issue = world.state.issues.get(pull.issueId);
    const base = await order.git.refs.get(branchRef(pull.baseRef));
    if (issue.state === 'closed' || base === undefined) throw notMergeable();
    if (order.expectedHead !== undefined && order.expectedHead !== pull.headSha) throw headMoved();
    checkMethod(world, order, pull);
    if (pull.draft) throw new Refusal(405, 'Pull Request is still a draft');
    await checkRules(world, order, pull, issue, base.sha);
    const sha = await writeMergeCommit(world, order, { pull, issue, base: base.sha });
    if (sha === undefined)
      throw order.method === 'rebase' ? new Refusal(405, "This branch can't be rebased") : notMergeable();
    await moveBase(world, order, pull, { from: base.sha, to: sha });
    return sha;
  });
}

function checkMethod(world: World, { repository, method, level }: MergeOrder, pull: Pull): void {
  const allowed = {
    merge: repository.allowMergeCommit,
    squash: repository.allowSquashMerge,
    rebase: repository.allowRebaseMerge,
  };
  if (!allowed[method]) throw new Refusal(405, `${methodNames[method]} are not allowed on this repository.`);
  for (const guard of guardsOf(world, repository, pull.baseRef)) {
    if (guard.ruleset && !binds(guard, { level, by: 'pull_request' })) continue;
    const merges = guard.rules.linearHistory && method === 'merge';
    const sentence = merges
      ? 'This branch must not contain merge commits.'
      : guard.methods?.includes(method) === false
        ? `${methodNames[method]} are not allowed on this branch.`
        : undefined;
    if (sentence !== undefined) throw new Refusal(405, guard.ruleset ? ruleViolations([sentence]) : sentence);
  }
}

async function checkRules(world: World, order: MergeOrder, pull: Pull, issue: Issue, base: string): Promise<void> {
  const { repository, git, level } = order;
  const worker = { level, by: 'pull_request' } as const;
  const binding = guardsOf(world, repository, pull.baseRef).filter((guard) => binds(guard, worker));
  if (binding.some(({ rules }) => rules.pushers?.includes(order.user.login) === false))
    throw new Refusal(405, "You're not authorized to push to this branch.");
  const blocker = mergeBlockers(world, repository, pull, issue).find(({ guard }) => binds(guard, worker));
  if (blocker)
    throw new Refusal(405, blocker.guard.ruleset ? ruleViolations(blocker.sentences) : (blocker.sentences[0] ?? ''));
  if (await isBehind(binding, git, pull, base))
    throw new Refusal(405, 'The head branch is not up to date with the base branch.');
}

/** The intent is on disk before the branch moves, so that a crash in between is understood at the next start. */
async function moveBase(
  world: World,
  { repository, git, user }: MergeOrder,
  pull: Pull,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const head = await git.refs.get(branchRef(pull.headRef));
  const intent = world.state.mergeIntents.insert({ pullId: pull.id, sha: to, userId: user.id, at: world.clock.now() });
  try {
    const unmoved = head ? [{ name: branchRef(pull.headRef), from: pull.headSha, to: pull.headSha }] : [];
    await git.refs.move([{ name: branchRef(pull.baseRef), from, to }, ...unmoved]);
  } catch (error) {
    world.state.mergeIntents.delete({ id: intent.id });
    if (error instanceof StaleRef) throw error.ref === branchRef(pull.baseRef) ? baseMoved() : headMoved();
    throw error;
  }
  completeMerge(world, intent);
  const now = world.clock.now();
  world.state.repositories.update(repository.id, { pushedAt: now, updatedAt: now });
  if (repository.deleteBranchOnMerge && head)
    await git.refs.move([{ name: branchRef(pull.headRef), from: pull.headSha, to: undefined }]).catch(() => {});
  await followRefs(world, repository, new Set([branchRef(pull.baseRef), branchRef(pull.headRef)]));
}

/** Marks the pull request as merged. Safe to repeat. */
export function completeMerge(world: World, intent: MergeIntent): void {
  world.state.transaction(() => {
    const pull = world.state.pulls.update(intent.pullId, {
      mergedAt: intent.at,
      mergedById: intent.userId,
      mergeCommitSha: intent.sha,
    });
    world.state.issues.update(pull.issueId, { state: 'closed', closedAt: intent.at, updatedAt: intent.at });
    world.state.mergeIntents.delete({ id: intent.id });
  });
}
