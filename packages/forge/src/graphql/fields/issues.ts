import { associationOf } from '../../bodies/association.ts';
import { nodeId } from '../../bodies/node-id.ts';
import { htmlOf } from '../../bodies/repository.ts';
import type { Comment, Issue } from '../../state/issues.ts';
import type { Repository } from '../../state/repositories.ts';
import { connect, empty, type Connection, type PageArguments } from '../connection.ts';
import type { Context } from '../context.ts';
import { userById, type IssueSource } from '../sources.ts';
import { noReactions } from './absent.ts';
import type { Fields } from './fields.ts';

interface Talk {
  readonly repository: Repository;
  readonly issue: Issue;
}

/** The fields that issues and pull requests share. */
export const talkFields: Fields<Talk> = {
  number: ({ issue }) => issue.number,
  title: ({ issue }) => issue.title,
  body: ({ issue }) => issue.body ?? '',
  author: ({ issue }, _, { world }) => userById(world, issue.userId),
  url: (talk, _, { world }) => pageOf(world, talk),
  closed: ({ issue }) => issue.state === 'closed',
  createdAt: ({ issue }) => issue.createdAt,
  updatedAt: ({ issue }) => issue.updatedAt,
  closedAt: ({ issue }) => issue.closedAt,
  comments: (talk, page: PageArguments, context) => listComments(context, talk, page),
  reactionGroups: () => noReactions,
  assignees: () => empty,
  labels: () => empty,
  milestone: () => null,
  projectCards: () => empty,
};

export const issueFields: Fields<IssueSource> = {
  ...talkFields,
  id: ({ issue }) => nodeId('Issue', issue.id),
  state: ({ issue }) => issue.state.toUpperCase(),
  stateReason: ({ issue }) => (issue.state === 'closed' ? 'COMPLETED' : null),
};

interface CommentSource extends Talk {
  readonly comment: Comment;
}

function listComments({ world }: Context, talk: Talk, page: PageArguments): Connection<CommentSource> {
  const comments = world.state.comments.list({ issueId: talk.issue.id });
  return connect(
    comments.map((comment) => ({ repository: talk.repository, issue: talk.issue, comment })),
    page,
  );
}

export const commentFields: Fields<CommentSource> = {
  id: ({ comment }) => nodeId('IssueComment', comment.id),
  author: ({ comment }, _, { world }) => userById(world, comment.userId),
  authorAssociation: ({ repository, comment }, _, { world }) => associationOf(world, repository, comment.userId),
  body: ({ comment }) => comment.body,
  createdAt: ({ comment }) => comment.createdAt,
  includesCreatedEdit: ({ comment }) => comment.updatedAt !== comment.createdAt,
  isMinimized: () => false,
  minimizedReason: () => null,
  reactionGroups: () => noReactions,
  url: ({ comment, ...talk }, _, { world }) => `${pageOf(world, talk)}#issuecomment-${comment.id}`,
  viewerDidAuthor: ({ comment }, _, { actor }) => comment.userId === actor.user.id,
};

function pageOf(world: Context['world'], { repository, issue }: Talk): string {
  return `${htmlOf(world, repository)}/${issue.isPull ? 'pull' : 'issues'}/${issue.number}`;
}
