/** Users, organisations and teams. The forge has no teams; the type is there because clients name it. */
export const actorsSdl = /* GraphQL */ `
  interface Actor {
    login: String!
  }

  interface RepositoryOwner {
    id: ID!
    login: String!
  }

  type User implements Actor & Node & RepositoryOwner {
    id: ID!
    login: String!
    name: String
  }

  type UserConnection {
    nodes: [User]
    pageInfo: PageInfo!
    totalCount: Int!
  }

  type Organization implements Actor & Node & RepositoryOwner {
    id: ID!
    login: String!
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
    team(slug: String!): Team
    teams(after: String, before: String, first: Int, last: Int, orderBy: TeamOrder): TeamConnection!
  }

  type Team implements Node {
    id: ID!
    name: String!
    organization: Organization!
    slug: String!
  }

  type TeamConnection {
    nodes: [Team]
    pageInfo: PageInfo!
  }

  enum TeamOrderField {
    NAME
  }

  input TeamOrder {
    direction: OrderDirection!
    field: TeamOrderField!
  }

  type GitActor {
    email: String
    name: String
    user: User
  }

  type GitActorConnection {
    nodes: [GitActor]
  }
`;
