export const checksSdl = /* GraphQL */ `
  enum CheckStatusState {
    COMPLETED
    IN_PROGRESS
    PENDING
    QUEUED
    REQUESTED
    WAITING
  }

  enum CheckConclusionState {
    ACTION_REQUIRED
    CANCELLED
    FAILURE
    NEUTRAL
    SKIPPED
    SUCCESS
    TIMED_OUT
  }

  enum StatusState {
    ERROR
    FAILURE
    PENDING
    SUCCESS
  }

  type StatusCheckRollup {
    contexts(after: String, before: String, first: Int, last: Int): StatusCheckRollupContextConnection!
    state: StatusState!
  }

  union StatusCheckRollupContext = CheckRun | StatusContext

  type StatusCheckRollupContextConnection {
    nodes: [StatusCheckRollupContext]
    pageInfo: PageInfo!
  }

  type CheckRun implements Node {
    checkSuite: CheckSuite!
    completedAt: DateTime
    conclusion: CheckConclusionState
    detailsUrl: URI
    id: ID!
    isRequired(pullRequestNumber: Int): Boolean!
    name: String!
    startedAt: DateTime
    status: CheckStatusState!
  }

  type CheckSuite {
    workflowRun: WorkflowRun
  }

  type WorkflowRun {
    workflow: Workflow!
  }

  type Workflow {
    name: String!
  }

  type StatusContext implements Node {
    context: String!
    createdAt: DateTime!
    id: ID!
    isRequired(pullRequestNumber: Int): Boolean!
    state: StatusState!
    targetUrl: URI
  }
`;
