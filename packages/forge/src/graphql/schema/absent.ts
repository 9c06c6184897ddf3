/** Labels, milestones and projects do not exist in the forge. Clients ask for them with everything else: their lists are empty. */
export const absentSdl = /* GraphQL */ `
  type Label implements Node {
    color: String!
    description: String
    id: ID!
    name: String!
  }

  type LabelConnection {
    nodes: [Label]
    pageInfo: PageInfo!
    totalCount: Int!
  }

  enum LabelOrderField {
    NAME
  }

  input LabelOrder {
    direction: OrderDirection!
    field: LabelOrderField!
  }

  type Milestone implements Node {
    description: String
    dueOn: DateTime
    id: ID!
    number: Int!
    title: String!
  }

  type MilestoneConnection {
    nodes: [Milestone]
    pageInfo: PageInfo!
  }

  enum MilestoneState {
    CLOSED
    OPEN
  }

  type Project implements Node {
    id: ID!
    name: String!
    number: Int!
    resourcePath: URI!
  }

  type ProjectConnection {
    nodes: [Project]
    pageInfo: PageInfo!
  }

  enum ProjectOrderField {
    NAME
  }

  input ProjectOrder {
    direction: OrderDirection!
    field: ProjectOrderField!
  }

  enum ProjectState {
    CLOSED
    OPEN
  }

  type ProjectColumn {
    name: String!
  }

  type ProjectCard {
    column: ProjectColumn
    project: Project!
  }

  type ProjectCardConnection {
    nodes: [ProjectCard]
    totalCount: Int!
  }

  type ProjectV2 implements Node {
    closed: Boolean!
    id: ID!
    number: Int!
    resourcePath: URI!
    title: String!
  }

  type ProjectV2Connection {
    nodes: [ProjectV2]
    pageInfo: PageInfo!
  }

  enum ProjectV2OrderField {
    NUMBER
    TITLE
  }

  input ProjectV2Order {
    direction: OrderDirection!
    field: ProjectV2OrderField!
  }

  enum ReactionContent {
    CONFUSED
    EYES
    HEART
    HOORAY
    LAUGH
    ROCKET
    THUMBS_DOWN
    THUMBS_UP
  }

  type ReactingUserConnection {
    totalCount: Int!
  }

  type ReactionGroup {
    content: ReactionContent!
    users: ReactingUserConnection!
  }
`;
