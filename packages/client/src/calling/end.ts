/** How a call can end. The set is closed: a program can decide by it, and a test holds every call to it. */
export const ends = [
  /** The call did what it was asked. */
  'succeeded',
  /** Its answer was lost, and a look has shown that it took effect. */
  'verified',
  /** The failure is for the caller, who can act on it. */
  'handed_over',
  /** No call can mend it: somebody has to be told. */
  'needs_person',
  /** A person was asked and did not say yes. */
  'denied',
  /** Nobody knows whether it took effect, and repeating it could do it twice. */
  'in_doubt',
  /** The calls of its budget are spent. */
  'gave_up_attempts',
  /** What was left to do would have gone past the deadline. */
  'gave_up_deadline',
  /** The same failure came again after what it said was done. */
  'gave_up_loop',
  /** The server fails too often to be called again now. */
  'gave_up_server',
  /** The caller took it back. */
  'cancelled',
] as const;
export type End = (typeof ends)[number];
