import type { Actor } from '../identity/actor.ts';
import type { Issue } from '../state/issues.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { checksOf } from './checks-of.ts';
import { reviewDecision, reviewsOf as countedReviews } from './reviews-of.ts';

/** An issue or pull request that a search looks at. */
export interface SearchedIssue {
  readonly world: World;
  readonly actor: Actor | undefined;
  readonly repository: Repository;
  readonly issue: Issue;
  /** Undefined for an issue. */
  readonly pull: Pull | undefined;
}

type Test = (searched: SearchedIssue, value: string) => boolean;

/** Labels, assignees, milestones, mentions, projects and teams do not exist, so nothing has one. */
const never: Test = () => false;

/** The qualifiers of a search for issues and pull requests, and whether one of them has the value. */
export const issueQualifiers: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['is', (searched, value) => kindsOf(searched)[value] ?? false],
  ['type', (searched, value) => kindsOf(searched)[value] ?? false],
  ['state', ({ issue }, value) => issue.state === value],
  ['author', (searched, value) => isUser(searched, value, searched.issue.userId)],
  ['head', ({ pull }, value) => pull?.headRef.toLowerCase() === value],
  ['base', ({ pull }, value) => pull?.baseRef.toLowerCase() === value],
  ['draft', ({ pull }, value) => String(pull?.draft === true) === value],
  ['review', hasReview],
  ['status', hasStatus],
  ['reviewed-by', (searched, value) => reviewsOf(searched).some(({ userId }) => isUser(searched, value, userId))],
  ['review-requested', (searched, value) => requestsOf(searched).some(({ userId }) => isUser(searched, value, userId))],
  ['commenter', isCommenter],
  ['involves', (searched, value) => isUser(searched, value, searched.issue.userId) || isCommenter(searched, value)],
  ['no', (_, value) => ['label', 'assignee', 'milestone', 'project'].includes(value)],
  ['label', never],
  ['assignee', never],
  ['milestone', never],
  ['mentions', never],
  ['project', never],
  ['team', never],
]);

/** Qualifiers of GitHub that the forge would have to ignore. */
export const unsupportedQualifiers: ReadonlySet<string> = new Set([
  'created',
  'updated',
  'closed',
  'merged',
  'comments',
  'reactions',
  'interactions',
  'linked',
  'language',
  'archived',
  'app',
  'reason',
  'sha',
  'team-review-requested',
  'user-review-requested',
]);

function isUser({ world, actor }: SearchedIssue, login: string, userId: number): boolean {
  return login === '@me' ? actor?.user.id === userId : world.state.users.get(userId).login.toLowerCase() === login;
}

function isCommenter(searched: SearchedIssue, login: string): boolean {
  const comments = searched.world.state.comments.list({ issueId: searched.issue.id });
  return comments.some(({ userId }) => isUser(searched, login, userId));
}

const reviewsOf = ({ world, pull }: SearchedIssue) => (pull ? world.state.reviews.list({ pullId: pull.id }) : []);
const requestsOf = ({ world, pull }: SearchedIssue) =>
  pull ? world.state.reviewRequests.list({ pullId: pull.id }) : [];

function hasReview(searched: SearchedIssue, value: string): boolean {
  const { world, repository, issue, pull } = searched;
  if (!pull) return false;
  if (value === 'none') return reviewsOf(searched).length === 0;
  const isRequired = reviewDecision(world, repository, pull, issue) === 'REVIEW_REQUIRED';
  const { approvals, changesRequested } = countedReviews(world, repository, pull, issue);
  switch (value) {
    case 'required':
      return isRequired;
    case 'approved':
      return approvals > 0 && !changesRequested && !isRequired;
    case 'changes_requested':
      return changesRequested;
    default:
      return false;
  }
}

function hasStatus({ world, repository, pull }: SearchedIssue, value: string): boolean {
  if (!pull) return false;
  const states = new Set(checksOf(world, repository, pull.headSha).values());
  const worst = (['failure', 'pending', 'success'] as const).find((state) => states.has(state));
  return worst === value;
}

function kindsOf({ repository, issue, pull }: SearchedIssue): Readonly<Record<string, boolean>> {
  const merged = pull?.mergedAt != null;
  return {
    pr: issue.isPull,
    'pull-request': issue.isPull,
    issue: !issue.isPull,
    open: issue.state === 'open',
    closed: issue.state === 'closed',
    merged,
    unmerged: issue.isPull && !merged,
    draft: pull?.draft === true,
    public: !repository.private,
    private: repository.private,
    unlocked: true,
  };
}
