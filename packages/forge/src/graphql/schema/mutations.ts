const payload = (name: string, more = ''): string => `
  type ${name}Payload {
    clientMutationId: String
    ${more}
  }
`;

/** The writes that `gh` makes through GraphQL, and the two that only GraphQL has: draft and ready. */
export const mutationsSdl = /* GraphQL */ `
  type Mutation {
    convertPullRequestToDraft(input: ConvertPullRequestToDraftInput!): ConvertPullRequestToDraftPayload
    createPullRequest(input: CreatePullRequestInput!): CreatePullRequestPayload
    disablePullRequestAutoMerge(input: DisablePullRequestAutoMergeInput!): DisablePullRequestAutoMergePayload
    enablePullRequestAutoMerge(input: EnablePullRequestAutoMergeInput!): EnablePullRequestAutoMergePayload
    markPullRequestReadyForReview(input: MarkPullRequestReadyForReviewInput!): MarkPullRequestReadyForReviewPayload
    mergePullRequest(input: MergePullRequestInput!): MergePullRequestPayload
    requestReviews(input: RequestReviewsInput!): RequestReviewsPayload
    updatePullRequest(input: UpdatePullRequestInput!): UpdatePullRequestPayload
  }

  input ConvertPullRequestToDraftInput {
    clientMutationId: String
    pullRequestId: ID!
  }

  input CreatePullRequestInput {
    baseRefName: String!
    body: String
    clientMutationId: String
    draft: Boolean
    headRefName: String!
    maintainerCanModify: Boolean
    repositoryId: ID!
    title: String!
  }

  input DisablePullRequestAutoMergeInput {
    clientMutationId: String
    pullRequestId: ID!
  }

  input EnablePullRequestAutoMergeInput {
    authorEmail: String
    clientMutationId: String
    commitBody: String
    commitHeadline: String
    expectedHeadOid: GitObjectID
    mergeMethod: PullRequestMergeMethod
    pullRequestId: ID!
  }

  input MarkPullRequestReadyForReviewInput {
    clientMutationId: String
    pullRequestId: ID!
  }

  input MergePullRequestInput {
    authorEmail: String
    clientMutationId: String
    commitBody: String
    commitHeadline: String
    expectedHeadOid: GitObjectID
    mergeMethod: PullRequestMergeMethod
    pullRequestId: ID!
  }

  input RequestReviewsInput {
    clientMutationId: String
    pullRequestId: ID!
    teamIds: [ID!]
    union: Boolean
    userIds: [ID!]
  }

  input UpdatePullRequestInput {
    assigneeIds: [ID!]
    clientMutationId: String
    labelIds: [ID!]
    milestoneId: ID
    projectIds: [ID!]
    pullRequestId: ID!
  }

  ${payload('ConvertPullRequestToDraft', 'pullRequest: PullRequest')}
  ${payload('CreatePullRequest', 'pullRequest: PullRequest')}
  ${payload('DisablePullRequestAutoMerge')}
  ${payload('EnablePullRequestAutoMerge')}
  ${payload('MarkPullRequestReadyForReview', 'pullRequest: PullRequest')}
  ${payload('MergePullRequest')}
  ${payload('RequestReviews')}
  ${payload('UpdatePullRequest')}
`;
