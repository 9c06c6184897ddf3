/** Limits on a condition and on the data that it reads, so that evaluation is always fast. */
export const limits = {
  /** Characters of a condition. */
  source: 1000,
  /** Parentheses and `not` inside each other. */
  depth: 20,
  /** Items of a list that is written down. */
  listItems: 100,
  /** Names and indexes of a path. */
  pathSteps: 16,
  /** Characters of a pattern. */
  pattern: 200,
  /** Characters of a string that `contains` reads; the rest is ignored. */
  textSeen: 10_000,
  /** Characters of a string that `matches` reads: a pattern costs more for each of them. */
  textMatched: 4000,
  /** Items of an answer's list that are looked at. */
  itemsSeen: 1000,
} as const;
