export const issuesSdl = /* GraphQL */ `
  enum IssueState {
    CLOSED
    OPEN
  }

  enum IssueStateReason {
    COMPLETED
  }

  enum CommentAuthorAssociation {
    COLLABORATOR
    MEMBER
    NONE
    OWNER
  }

  enum IssueOrderField {
    COMMENTS
    CREATED_AT
    UPDATED_AT
  }

  input IssueOrder {
    direction: OrderDirection!
    field: IssueOrderField!
  }

  input IssueFilters {
    assignee: String
    createdBy: String
    mentioned: String
  }

  union IssueOrPullRequest = Issue | PullRequest

  type Issue implements Node {
    assignees(after: String, before: String, first: Int, last: Int): UserConnection!
    author: Actor
    body: String!
    closed: Boolean!
    closedAt: DateTime
    comments(after: String, before: String, first: Int, last: Int): IssueCommentConnection!
    createdAt: DateTime!
    id: ID!
    labels(after: String, before: String, first: Int, last: Int): LabelConnection
    milestone: Milestone
    number: Int!
    projectCards(after: String, before: String, first: Int, last: Int): ProjectCardConnection!
    reactionGroups: [ReactionGroup!]
    state: IssueState!
    stateReason: IssueStateReason
    title: String!
    updatedAt: DateTime!
    url: URI!
  }

  type IssueConnection {
    nodes: [Issue]
    pageInfo: PageInfo!
    totalCount: Int!
  }

  type IssueComment implements Node {
    author: Actor
    authorAssociation: CommentAuthorAssociation!
    body: String!
    createdAt: DateTime!
    id: ID!
    includesCreatedEdit: Boolean!
    isMinimized: Boolean!
    minimizedReason: String
    reactionGroups: [ReactionGroup!]
    url: URI!
    viewerDidAuthor: Boolean!
  }

  type IssueCommentConnection {
    nodes: [IssueComment]
    pageInfo: PageInfo!
    totalCount: Int!
  }
`;
