const prefixes = {
  User: 'U',
  Repository: 'R',
  PullRequest: 'PR',
  Issue: 'I',
  IssueComment: 'IC',
  Commit: 'C',
  Ref: 'REF',
  Review: 'PRR',
  Status: 'SC',
  CheckRun: 'CR',
  Blob: 'B',
  Tag: 'TA',
  Invitation: 'RI',
  App: 'A',
  RepositoryRuleset: 'RRS',
  Release: 'RE',
  Workflow: 'W',
  WorkflowRun: 'WFR',
  CheckSuite: 'CS',
} as const;

export type NodeType = keyof typeof prefixes;

/** An opaque id that names the type and the thing, as GraphQL wants it. */
export function nodeId(type: NodeType, ...key: (number | string)[]): string {
  return `${prefixes[type]}_${Buffer.from(key.join(':')).toString('base64url')}`;
}

/** The number inside an id of that type, or undefined if the id has another type or was not made by the forge. */
export function numberInNodeId(type: NodeType, id: string): number | undefined {
  const prefix = `${prefixes[type]}_`;
  if (!id.startsWith(prefix)) return undefined;
  const number = Number(Buffer.from(id.slice(prefix.length), 'base64url').toString('utf8'));
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
