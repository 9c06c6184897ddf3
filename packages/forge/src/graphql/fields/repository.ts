import { nodeId } from '../../bodies/node-id.ts';
import { branchRef } from '../../domain/follow-refs.ts';
import { pullTemplates } from '../../domain/pull-templates.ts';
import { takesPart } from '../../domain/request-reviews.ts';
import { roleOf } from '../../identity/level.ts';
import { mayRead } from '../access.ts';
import { connect, empty, type PageArguments } from '../connection.ts';
import { notResolved } from '../problem.ts';
import { issueOrPull, pullSource, userById, userSource, type RepositorySource } from '../sources.ts';
import type { Fields } from './fields.ts';
import { listIssues, listPulls, type IssueArguments, type PullArguments } from './issue-lists.ts';
import { listReleases, type ReleaseArguments } from './releases.ts';

interface Numbered {
  readonly number: number;
}

export const repositoryFields: Fields<RepositorySource> = {
  id: ({ repository }) => nodeId('Repository', repository.id),
  name: ({ repository }) => repository.name,
  owner: ({ repository }, _, { world }) => userById(world, repository.ownerId),
  description: ({ repository }) => repository.description,
  isPrivate: ({ repository }) => repository.private,
  parent: () => null,
  hasIssuesEnabled: ({ repository }) => repository.hasIssues,
  hasWikiEnabled: () => false,
  mergeCommitAllowed: ({ repository }) => repository.allowMergeCommit,
  rebaseMergeAllowed: ({ repository }) => repository.allowRebaseMerge,
  squashMergeAllowed: ({ repository }) => repository.allowSquashMerge,
  viewerPermission: ({ repository }, _, { world, actor }) => roleOf(world.state, actor.user, repository).toUpperCase(),
  defaultBranchRef: async ({ repository }, _, { world }) => {
    const ref = await world.gits.of(repository).refs.get(branchRef(repository.defaultBranch));
    return ref ? { name: repository.defaultBranch } : null;
  },
  pullRequestTemplates: ({ repository }, _, context) => {
    mayRead(context, repository, 'contents');
    return context.once(`templates:${repository.id}`, () => pullTemplates(context.world, repository));
  },
  assignableUsers: ({ repository }, page: PageArguments, { world }) => {
    const users = world.state.users.list({ type: 'User' }).filter((user) => takesPart(world, repository, user));
    return connect(users.map(userSource), page);
  },
  pullRequest: ({ repository }, { number }: Numbered, context) => {
    mayRead(context, repository, 'pull_requests');
    const { state } = context.world;
    const pull = state.pulls.find({ repositoryId: repository.id, number });
    if (pull === undefined) throw notResolved(`a PullRequest with the number of ${number}`);
    return pullSource({ repository, pull, issue: state.issues.get(pull.issueId) });
  },
  pullRequests: ({ repository }, given: PullArguments, context) => listPulls(context, repository, given),
  issueOrPullRequest: ({ repository }, { number }: Numbered, context) => {
    const issue = context.world.state.issues.find({ repositoryId: repository.id, number });
    if (issue === undefined || !(issue.isPull || repository.hasIssues))
      throw notResolved(`an issue or pull request with the number of ${number}`);
    mayRead(context, repository, issue.isPull ? 'pull_requests' : 'issues');
    return issueOrPull(context.world, repository, issue);
  },
  issues: ({ repository }, given: IssueArguments, context) => listIssues(context, repository, given),
  releases: ({ repository }, given: ReleaseArguments, context) => listReleases(context, repository, given),
  label: () => null,
  labels: () => empty,
  milestone: () => null,
  milestones: () => empty,
  projects: () => empty,
  projectsV2: () => empty,
};
