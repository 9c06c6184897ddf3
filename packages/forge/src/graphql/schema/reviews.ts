export const reviewsSdl = /* GraphQL */ `
  enum PullRequestReviewDecision {
    APPROVED
    CHANGES_REQUESTED
    REVIEW_REQUIRED
  }

  enum PullRequestReviewState {
    APPROVED
    CHANGES_REQUESTED
    COMMENTED
    DISMISSED
    PENDING
  }

  type PullRequestReview implements Node {
    author: Actor
    authorAssociation: CommentAuthorAssociation!
    body: String!
    commit: Commit
    id: ID!
    reactionGroups: [ReactionGroup!]
    state: PullRequestReviewState!
    submittedAt: DateTime
  }

  type PullRequestReviewConnection {
    nodes: [PullRequestReview]
    pageInfo: PageInfo!
    totalCount: Int!
  }

  union RequestedReviewer = Team | User

  type ReviewRequest {
    requestedReviewer: RequestedReviewer
  }

  type ReviewRequestConnection {
    nodes: [ReviewRequest]
  }
`;
