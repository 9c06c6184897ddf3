/**
 * How a call can end. The set is closed, so programs can branch on it; a test checks that every call ends in one of
 * these ways. `succeeded` and `verified` mean that it was done, `in_doubt` that the outcome is unknown, and all others
 * that nothing was done, except that `handed_over` and `needs_person` can come with a failure whose effect is `partial`
 * or `applied`.
 */
export const ends = [
  /** The call did what was requested. */
  'succeeded',
  /** Its answer was lost, and a lookup has shown that it took effect. */
  'verified',
  /** The caller has to act on the failure. */
  'handed_over',
  /** No call can fix it; a person has to. */
  'needs_person',
  /** A person was asked and did not say yes. */
  'denied',
  /** It may have taken effect; the outcome is unknown. */
  'in_doubt',
  /** The calls of its budget are spent. */
  'gave_up_attempts',
  /** The remaining steps would have exceeded the deadline. */
  'gave_up_deadline',
  /** The same failure occurred again after its recovery steps were taken. */
  'gave_up_loop',
  /** The server fails too often to be called again at the moment. */
  'gave_up_server',
  /** The caller cancelled it before it had any effect. */
  'cancelled',
] as const;
export type End = (typeof ends)[number];
