import { nodeId } from '../../bodies/node-id.ts';
import { followedPull } from '../../domain/follow-refs.ts';
import { mayMergeAsAdmin } from '../../domain/guards.ts';
import { mergeWording, type MergeMethod } from '../../domain/merge-commit.ts';
import { mergeStateOf, type MergeState } from '../../domain/merge-state.ts';
import { reviewDecision } from '../../domain/reviews-of.ts';
import { roleOf } from '../../identity/level.ts';
import type { PageArguments } from '../connection.ts';
import type { Context } from '../context.ts';
import { commitSource, repositorySource, userById, type PullSource } from '../sources.ts';
import { rollupOf } from './checks.ts';
import type { Fields } from './fields.ts';
import { stateOfPull } from './issue-lists.ts';
import { talkFields } from './issues.ts';
import { changesOf, listCommits, listFiles } from './pull-changes.ts';
import { latestReviews, listRequests, listReviews } from './reviews.ts';

interface MergeType {
  readonly mergeType?: 'MERGE' | 'REBASE' | 'SQUASH' | null;
}

export const pullFields: Fields<PullSource> = {
  ...talkFields,
  id: ({ pull }) => nodeId('PullRequest', pull.id),
  state: (source) => stateOfPull(source),
  isDraft: ({ pull }) => pull.draft,
  baseRefName: ({ pull }) => pull.baseRef,
  headRefName: ({ pull }) => pull.headRef,
  headRefOid: ({ pull }) => pull.headSha,
  headRepository: ({ repository }) => repositorySource(repository),
  headRepositoryOwner: ({ repository }, _, { world }) => userById(world, repository.ownerId),
  isCrossRepository: () => false,
  isInMergeQueue: () => false,
  isMergeQueueEnabled: () => false,
  maintainerCanModify: ({ pull }) => pull.maintainerCanModify,
  mergeable: async (source, _, context) => {
    const { mergeable } = await mergeStateIn(context, source);
    return mergeable === null ? 'UNKNOWN' : mergeable ? 'MERGEABLE' : 'CONFLICTING';
  },
  mergeStateStatus: async (source, _, context) => (await mergeStateIn(context, source)).state.toUpperCase(),
  mergeCommit: ({ repository, pull }) => commitSource(repository, pull.mergeCommitSha),
  mergedAt: ({ pull }) => pull.mergedAt,
  mergedBy: ({ pull }, _, { world }) => userById(world, pull.mergedById),
  potentialMergeCommit: () => null,
  additions: async (source, _, context) => sum(await changesOf(context, source), 'additions'),
  deletions: async (source, _, context) => sum(await changesOf(context, source), 'deletions'),
  changedFiles: async (source, _, context) => (await changesOf(context, source)).length,
  files: (source, page: PageArguments, context) => listFiles(context, source, page),
  commits: (source, page: PageArguments, context) => listCommits(context, source, page),
  reviews: (source, page: PageArguments, context) => listReviews(context, source, page),
  latestReviews: (source, page: PageArguments, context) => latestReviews(context, source, page),
  reviewRequests: (source, page: PageArguments, context) => listRequests(context, source, page),
  reviewDecision: ({ repository, pull, issue }, _, { world }) => reviewDecision(world, repository, pull, issue),
  statusCheckRollup: ({ repository, pull }, _, context) => rollupOf(context, repository, pull.headSha),
  viewerCanMergeAsAdmin: ({ repository, pull, issue }, _, { world, actor }) =>
    issue.state === 'open' &&
    mayMergeAsAdmin(world, repository, pull.baseRef, roleOf(world.state, actor.user, repository)),
  viewerMergeHeadlineText: async (source, { mergeType }: MergeType, context) =>
    (await wordingIn(context, source, mergeType))[0],
  viewerMergeBodyText: async (source, { mergeType }: MergeType, context) =>
    (await wordingIn(context, source, mergeType))[1],
};

function sum(
  changes: readonly { readonly additions: number; readonly deletions: number }[],
  key: 'additions' | 'deletions',
): number {
  return changes.reduce((total, change) => total + change[key], 0);
}

function mergeStateIn(context: Context, { repository, pull, issue }: PullSource): Promise<MergeState> {
  const { world } = context;
  return context.once(`state:${pull.id}`, async () =>
    mergeStateOf(world, repository, world.gits.of(repository), {
      pull: await followedPull(world, repository, pull),
      issue,
    }),
  );
}

const methods: Readonly<Record<string, MergeMethod>> = { MERGE: 'merge', SQUASH: 'squash', REBASE: 'rebase' };

function wordingIn(
  context: Context,
  { repository, pull, issue }: PullSource,
  type: MergeType['mergeType'],
): Promise<readonly [string, string]> {
  const { world, actor } = context;
  const method = methods[type ?? 'MERGE'] ?? 'merge';
  return context.once(`wording:${pull.id}:${method}`, () =>
    mergeWording(
      world,
      { repository, git: world.gits.of(repository), user: actor.user, method, title: undefined, message: undefined },
      { pull, issue, base: pull.baseSha },
    ),
  );
}
