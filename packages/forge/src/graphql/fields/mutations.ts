import { authorize } from '../../identity/access.ts';
import { numberInNodeId } from '../../bodies/node-id.ts';
import type { MergeMethod } from '../../domain/merge-commit.ts';
import { mergePull } from '../../domain/merge-pull.ts';
import { openPull } from '../../domain/open-pull.ts';
import { requestReviews } from '../../domain/request-reviews.ts';
import { setDraft } from '../../domain/set-draft.ts';
import { pullToWrite, repositoryById } from '../access.ts';
import type { Context } from '../context.ts';
import { GraphqlProblem, notResolved, shown } from '../problem.ts';
import { pullSource, type PullSource } from '../sources.ts';
import type { Fields } from './fields.ts';

interface Mutation<Input = object> {
  readonly input: Input & { readonly clientMutationId?: string | null; readonly pullRequestId: string };
}

interface Payload {
  readonly clientMutationId: string | null;
  readonly pullRequest?: PullSource;
}

/** Readers may take part in a discussion. */
const discussing = { level: 'read', known: true, permission: 'pull_requests=write' } as const;
const writing = { level: 'write', permission: 'pull_requests=write' } as const;
const merging = { level: 'write', permission: 'contents=write' } as const;

const done = (
  { input }: { readonly input: { readonly clientMutationId?: string | null } },
  pull?: PullSource,
): Payload => ({
  clientMutationId: input.clientMutationId ?? null,
  ...(pull ? { pullRequest: pull } : {}),
});

const refuse = (message: string): never => {
  throw new GraphqlProblem('UNPROCESSABLE', message);
};

export const mutationFields: Fields<undefined> = {
  createPullRequest: (_, given: CreateMutation, context) => create(context, given),
  mergePullRequest: (_, given: Mutation<MergeInput>, context) => merge(context, given),
  requestReviews: (_, given: Mutation<ReviewInput>, context) => request(context, given),
  updatePullRequest: (_, given: Mutation<UpdateInput>, context) => update(context, given),
  convertPullRequestToDraft: (_, given: Mutation, context) => draft(context, given, true),
  markPullRequestReadyForReview: (_, given: Mutation, context) => draft(context, given, false),
  enablePullRequestAutoMerge: (_, { input }: Mutation, context) => {
    pullToWrite(context, input.pullRequestId, writing);
    return refuse('Auto merge is not allowed for this repository');
  },
  disablePullRequestAutoMerge: (_, { input }: Mutation, context) => {
    pullToWrite(context, input.pullRequestId, writing);
    return refuse("Can't disable auto-merge for this pull request");
  },
};

interface CreateMutation {
  readonly input: {
    readonly clientMutationId?: string | null;
    readonly repositoryId: string;
    readonly title: string;
    readonly body?: string | null;
    readonly baseRefName: string;
    readonly headRefName: string;
    readonly draft?: boolean | null;
    readonly maintainerCanModify?: boolean | null;
  };
}

async function create(context: Context, given: CreateMutation): Promise<Payload> {
  const { world, actor } = context;
  const { input } = given;
  const repository = repositoryById(context, input.repositoryId);
  authorize(world.state, discussing, actor, repository);
  const { pull, issue } = await openPull(world, {
    repository,
    git: world.gits.of(repository),
    user: actor.user,
    title: input.title,
    body: input.body ?? null,
    head: input.headRefName,
    base: input.baseRefName,
    draft: input.draft ?? false,
    maintainerCanModify: input.maintainerCanModify ?? false,
  });
  return done(given, pullSource({ repository, pull, issue }));
}

interface MergeInput {
  readonly mergeMethod?: 'MERGE' | 'REBASE' | 'SQUASH' | null;
  readonly expectedHeadOid?: string | null;
  readonly commitHeadline?: string | null;
  readonly commitBody?: string | null;
  readonly authorEmail?: string | null;
}

const methods: Readonly<Record<'MERGE' | 'REBASE' | 'SQUASH', MergeMethod>> = {
  MERGE: 'merge',
  REBASE: 'rebase',
  SQUASH: 'squash',
};

async function merge(context: Context, given: Mutation<MergeInput>): Promise<Payload> {
  const { world, actor } = context;
  const { input } = given;
  const { repository, pull, level } = pullToWrite(context, input.pullRequestId, merging);
  if (input.authorEmail != null && input.authorEmail !== actor.user.email)
    refuse('Author email must be an email address of the user who merges');
  await mergePull(world, {
    repository,
    git: world.gits.of(repository),
    pull,
    user: actor.user,
    level,
    method: methods[input.mergeMethod ?? 'MERGE'],
    expectedHead: input.expectedHeadOid ?? undefined,
    title: input.commitHeadline ?? undefined,
    message: input.commitBody ?? undefined,
  });
  return done(given);
}

interface ReviewInput {
  readonly userIds?: readonly string[] | null;
  readonly teamIds?: readonly string[] | null;
  readonly union?: boolean | null;
}

function request(context: Context, given: Mutation<ReviewInput>): Payload {
  const { state } = context.world;
  const { userIds, teamIds, union, pullRequestId } = given.input;
  const facts = pullToWrite(context, pullRequestId, writing);
  const users = (userIds ?? []).map((id) => {
    const user = state.users.find({ id: numberInNodeId('User', id) ?? 0 });
    if (user === undefined) throw notResolved(`a node with the global id of '${shown(id)}'`);
    return user;
  });
  if (teamIds?.length) refuse('This server has no teams');
  state.transaction(() => {
    if (union !== true) state.reviewRequests.delete({ pullId: facts.pull.id });
    requestReviews(context.world, facts, users);
  });
  return done(given);
}

interface UpdateInput {
  readonly assigneeIds?: readonly string[] | null;
  readonly labelIds?: readonly string[] | null;
  readonly projectIds?: readonly string[] | null;
  readonly milestoneId?: string | null;
}

/** Everything that `gh pr create` sets this way does not exist in the forge. */
function update(context: Context, given: Mutation<UpdateInput>): Payload {
  const { assigneeIds, labelIds, projectIds, milestoneId, pullRequestId } = given.input;
  pullToWrite(context, pullRequestId, writing);
  const lists = [assigneeIds, labelIds, projectIds];
  if (milestoneId != null || lists.some((ids) => ids?.length))
    refuse('This server has no assignees, labels, projects or milestones');
  return done(given);
}

function draft(context: Context, given: Mutation, isDraft: boolean): Payload {
  const facts = pullToWrite(context, given.input.pullRequestId, discussing);
  const { repository, pull, issue } = setDraft(context.world, facts, { user: context.actor.user, isDraft });
  return done(given, pullSource({ repository, pull, issue }));
}
