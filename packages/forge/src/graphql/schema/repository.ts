/** A repository, with the lists that clients read from it. */
export const repositorySdl = /* GraphQL */ `
  enum RepositoryPermission {
    ADMIN
    MAINTAIN
    READ
    TRIAGE
    WRITE
  }

  type Ref {
    name: String!
  }

  type PullRequestTemplate {
    body: String
    filename: String
  }

  type Repository implements Node {
    assignableUsers(after: String, before: String, first: Int, last: Int, query: String): UserConnection!
    defaultBranchRef: Ref
    description: String
    hasIssuesEnabled: Boolean!
    hasWikiEnabled: Boolean!
    id: ID!
    isPrivate: Boolean!
    issueOrPullRequest(number: Int!): IssueOrPullRequest
    issues(
      after: String
      before: String
      filterBy: IssueFilters
      first: Int
      last: Int
      orderBy: IssueOrder
      states: [IssueState!]
    ): IssueConnection!
    label(name: String!): Label
    labels(after: String, before: String, first: Int, last: Int, orderBy: LabelOrder): LabelConnection
    mergeCommitAllowed: Boolean!
    milestone(number: Int!): Milestone
    milestones(after: String, before: String, first: Int, last: Int, states: [MilestoneState!]): MilestoneConnection
    name: String!
    owner: RepositoryOwner!
    parent: Repository
    projects(
      after: String
      before: String
      first: Int
      last: Int
      orderBy: ProjectOrder
      states: [ProjectState!]
    ): ProjectConnection!
    projectsV2(
      after: String
      before: String
      first: Int
      last: Int
      orderBy: ProjectV2Order = { field: NUMBER, direction: DESC }
      query: String
    ): ProjectV2Connection!
    pullRequest(number: Int!): PullRequest
    pullRequestTemplates: [PullRequestTemplate!]
    pullRequests(
      after: String
      baseRefName: String
      before: String
      first: Int
      headRefName: String
      last: Int
      orderBy: IssueOrder
      states: [PullRequestState!]
    ): PullRequestConnection!
    rebaseMergeAllowed: Boolean!
    releases(after: String, before: String, first: Int, last: Int, orderBy: ReleaseOrder): ReleaseConnection!
    squashMergeAllowed: Boolean!
    viewerPermission: RepositoryPermission
  }
`;
