import { createPull } from '../domain/create-pull.ts';
import { branchRef } from '../domain/follow-refs.ts';
import { mergePull } from '../domain/merge-pull.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';
import type { ReadPull } from './seed.ts';

const states = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const;

/** A pull request with everything that was said and reported about it. */
export async function plantPull(world: World, repository: Repository, seed: ReadPull): Promise<void> {
  const git = world.gits.of(repository);
  const baseRef = seed.base ?? repository.defaultBranch;
  const [head, base] = [await git.refs.get(branchRef(seed.head)), await git.refs.get(branchRef(baseRef))];
  if (head === undefined || base === undefined)
    throw new Error(`The pull request ${JSON.stringify(seed.title)} refers to a branch that does not exist.`);
  const owner = world.state.users.get(repository.ownerId);
  const user = userOr(world, seed.user, owner);
  const { pull, issue } = await createPull(world, {
    repository,
    user,
    title: seed.title,
    body: seed.body ?? null,
    draft: seed.draft ?? false,
    maintainerCanModify: false,
    head: { ref: seed.head, sha: head.sha },
    base: { ref: baseRef, sha: base.sha },
  });
  report(world, repository, pull, seed, user);
  const now = world.clock.now();
  for (const comment of seed.comments ?? [])
    world.state.comments.insert({
      repositoryId: repository.id,
      issueId: issue.id,
      userId: userOr(world, comment.user, owner).id,
      body: comment.body,
      createdAt: now,
      updatedAt: now,
    });
  if (seed.closed) world.state.issues.update(issue.id, { state: 'closed', closedAt: now });
  if (seed.merged)
    await mergePull(world, {
      repository,
      git,
      pull,
      user: owner,
      level: 'admin',
      method: seed.merged,
      expectedHead: undefined,
      title: undefined,
      message: undefined,
    });
}

function report(world: World, repository: Repository, pull: Pull, seed: ReadPull, user: User): void {
  const { state } = world;
  const now = world.clock.now();
  const common = { repositoryId: repository.id, sha: pull.headSha };
  for (const { context, state: result, description } of seed.statuses ?? [])
    state.statuses.insert({
      ...common,
      state: result,
      context,
      description: description ?? null,
      targetUrl: null,
      creatorId: user.id,
      createdAt: now,
    });
  for (const { name, status, conclusion } of seed.check_runs ?? [])
    state.checkRuns.insert({
      ...common,
      name,
      status: conclusion ? 'completed' : (status ?? 'queued'),
      conclusion: conclusion ?? null,
      detailsUrl: null,
      externalId: '',
      startedAt: now,
      completedAt: conclusion ? now : null,
      output: { title: null, summary: null, text: null },
    });
  for (const login of seed.reviewers ?? [])
    state.reviewRequests.insert({ pullId: pull.id, userId: userOr(world, login, user).id });
  for (const { user: login, event, body } of seed.reviews ?? [])
    state.reviews.insert({
      pullId: pull.id,
      userId: userOr(world, login, user).id,
      state: states[event],
      body: body ?? '',
      commitId: pull.headSha,
      submittedAt: now,
    });
}

function userOr(world: World, login: string | undefined, otherwise: User): User {
  return (login === undefined ? undefined : world.state.users.find({ login })) ?? otherwise;
}
