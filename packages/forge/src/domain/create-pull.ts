import type { Issue } from '../state/issues.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';
import { branchRef, followRefs } from './follow-refs.ts';

export interface PullOrder {
  readonly repository: Repository;
  readonly user: User;
  readonly title: string;
  readonly body: string | null;
  readonly draft: boolean;
  readonly maintainerCanModify: boolean;
  readonly head: { readonly ref: string; readonly sha: string };
  readonly base: { readonly ref: string; readonly sha: string };
}

export interface PullWithIssue {
  readonly pull: Pull;
  readonly issue: Issue;
}

/** Inserts an issue with the next number of the repository. Call it inside a transaction. */
export function insertIssue(
  world: World,
  repository: Repository,
  facts: Pick<Issue, 'isPull' | 'title' | 'body' | 'userId'>,
): Issue {
  const now = world.clock.now();
  const [last] = world.state.issues.list({ repositoryId: repository.id }, { order: '-number', limit: 1 });
  return world.state.issues.insert({
    repositoryId: repository.id,
    number: (last?.number ?? 0) + 1,
    ...facts,
    state: 'open',
    createdAt: now,
    updatedAt: now,
    closedAt: null,
  });
}

/** The row first, then its ref: a row without a ref gets one at the next start. */
export async function createPull(world: World, order: PullOrder): Promise<PullWithIssue> {
  const { repository, head, base } = order;
  const created = world.state.transaction(() => {
    const issue = insertIssue(world, repository, {
      isPull: true,
      title: order.title,
      body: order.body,
      userId: order.user.id,
    });
    const pull = world.state.pulls.insert({
      issueId: issue.id,
      repositoryId: repository.id,
      number: issue.number,
      draft: order.draft,
      headRef: head.ref,
      headSha: head.sha,
      baseRef: base.ref,
      baseSha: base.sha,
      maintainerCanModify: order.maintainerCanModify,
      mergedAt: null,
      mergedById: null,
      mergeCommitSha: null,
    });
    return { pull, issue };
  });
  await followRefs(world, repository, new Set([branchRef(head.ref)]));
  return { pull: world.state.pulls.get(created.pull.id), issue: world.state.issues.get(created.issue.id) };
}

/** The open pull request between two branches, if there is one. */
export function openPullBetween(
  world: World,
  repository: Repository,
  headRef: string,
  baseRef: string,
): PullWithIssue | undefined {
  for (const pull of world.state.pulls.list({ repositoryId: repository.id, headRef, baseRef })) {
    const issue = world.state.issues.get(pull.issueId);
    if (issue.state === 'open') return { pull, issue };
  }
  return undefined;
}
