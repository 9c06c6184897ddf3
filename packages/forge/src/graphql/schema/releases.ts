export const releasesSdl = /* GraphQL */ `
  type Release implements Node {
    createdAt: DateTime!
    id: ID!
    isDraft: Boolean!
    isLatest: Boolean!
    isPrerelease: Boolean!
    name: String
    publishedAt: DateTime
    tagName: String!
  }

  type ReleaseConnection {
    nodes: [Release]
    pageInfo: PageInfo!
  }

  enum ReleaseOrderField {
    CREATED_AT
    NAME
  }

  input ReleaseOrder {
    direction: OrderDirection!
    field: ReleaseOrderField!
  }
`;
