/** The states of a run, in the order in which a run without problems enters them; then the repair and the ends. */
export const runStates = [
  'CREATED',
  'CLONED_INPUTS',
  'INGESTED',
  'FACTS_READY',
  'PLAN_READY',
  'DRAFTING',
  'DRAFT_READY',
  'LINKING',
  'VALIDATING',
  'READY_FOR_PR',
  'PR_OPENED',
  'DONE',
  'FIXING',
  'FAILED',
  'CANCELLED',
] as const;
export type RunState = (typeof runStates)[number];

const ended: ReadonlySet<string> = new Set(['DONE', 'FAILED', 'CANCELLED']);

/** The states of runs that have not ended. */
export const openStates: readonly RunState[] = runStates.filter((state) => !ended.has(state));
