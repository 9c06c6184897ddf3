export const pullsSdl = /* GraphQL */ `
  enum PullRequestState {
    CLOSED
    MERGED
    OPEN
  }

  enum MergeableState {
    CONFLICTING
    MERGEABLE
    UNKNOWN
  }

  enum MergeStateStatus {
    BEHIND
    BLOCKED
    CLEAN
    DIRTY
    DRAFT
    HAS_HOOKS
    UNKNOWN
    UNSTABLE
  }

  enum PullRequestMergeMethod {
    MERGE
    REBASE
    SQUASH
  }

  type PullRequest implements Node {
    additions: Int!
    assignees(after: String, before: String, first: Int, last: Int): UserConnection!
    author: Actor
    baseRefName: String!
    body: String!
    changedFiles: Int!
    closed: Boolean!
    closedAt: DateTime
    comments(after: String, before: String, first: Int, last: Int): IssueCommentConnection!
    commits(after: String, before: String, first: Int, last: Int): PullRequestCommitConnection!
    createdAt: DateTime!
    deletions: Int!
    files(after: String, before: String, first: Int, last: Int): PullRequestChangedFileConnection
    headRefName: String!
    headRefOid: GitObjectID!
    headRepository: Repository
    headRepositoryOwner: RepositoryOwner
    id: ID!
    isCrossRepository: Boolean!
    isDraft: Boolean!
    isInMergeQueue: Boolean!
    isMergeQueueEnabled: Boolean!
    labels(after: String, before: String, first: Int, last: Int): LabelConnection
    latestReviews(after: String, before: String, first: Int, last: Int): PullRequestReviewConnection
    maintainerCanModify: Boolean!
    mergeCommit: Commit
    mergeStateStatus: MergeStateStatus!
    mergeable: MergeableState!
    mergedAt: DateTime
    mergedBy: Actor
    milestone: Milestone
    number: Int!
    potentialMergeCommit: Commit
    projectCards(after: String, before: String, first: Int, last: Int): ProjectCardConnection!
    reactionGroups: [ReactionGroup!]
    reviewDecision: PullRequestReviewDecision
    reviewRequests(after: String, before: String, first: Int, last: Int): ReviewRequestConnection
    reviews(after: String, before: String, first: Int, last: Int): PullRequestReviewConnection
    state: PullRequestState!
    statusCheckRollup: StatusCheckRollup
    title: String!
    updatedAt: DateTime!
    url: URI!
    viewerCanMergeAsAdmin: Boolean!
    viewerMergeBodyText(mergeType: PullRequestMergeMethod): String!
    viewerMergeHeadlineText(mergeType: PullRequestMergeMethod): String!
  }

  type PullRequestConnection {
    nodes: [PullRequest]
    pageInfo: PageInfo!
    totalCount: Int!
  }

  type PullRequestChangedFile {
    additions: Int!
    deletions: Int!
    path: String!
  }

  type PullRequestChangedFileConnection {
    nodes: [PullRequestChangedFile]
  }

  type PullRequestCommit {
    commit: Commit!
  }

  type PullRequestCommitConnection {
    nodes: [PullRequestCommit]
    totalCount: Int!
  }

  type Commit implements Node {
    authoredDate: DateTime!
    authors(after: String, before: String, first: Int, last: Int): GitActorConnection!
    committedDate: DateTime!
    id: ID!
    messageBody: String!
    messageHeadline: String!
    oid: GitObjectID!
    statusCheckRollup: StatusCheckRollup
  }
`;
