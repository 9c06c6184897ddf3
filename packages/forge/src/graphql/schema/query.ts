/** The roots, and the types that everything uses. */
export const querySdl = /* GraphQL */ `
  scalar DateTime
  scalar GitObjectID
  scalar URI

  interface Node {
    id: ID!
  }

  type PageInfo {
    endCursor: String
    hasNextPage: Boolean!
  }

  enum OrderDirection {
    ASC
    DESC
  }

  enum SearchType {
    ISSUE
  }

  union SearchResultItem = Issue | PullRequest

  type SearchResultItemConnection {
    issueCount: Int!
    nodes: [SearchResultItem]
    pageInfo: PageInfo!
  }

  type Query {
    node(id: ID!): Node
    organization(login: String!): Organization
    repository(followRenames: Boolean = true, name: String!, owner: String!): Repository
    search(
      after: String
      before: String
      first: Int
      last: Int
      query: String!
      type: SearchType!
    ): SearchResultItemConnection!
    user(login: String!): User
    viewer: User!
  }
`;
