/** The limits of one query. GitHub publishes the numbers of nodes and records; the others bound memory and time. */
export const queryLimits = {
  characters: 100_000,
  tokens: 5_000,
  /** Open brackets at once, in the text of the query. */
  nesting: 60,
  /** Levels of fields, with fragments written out. */
  depth: 30,
  /** Nodes that all lists together could hold. */
  nodes: 500_000,
  /** Records of one list. */
  records: 100,
  /** Uses of `__schema` and `__type`. */
  introspections: 20,
  /** Fields that are answered. */
  values: 100_000,
  resultCharacters: 32 * 1024 * 1024,
  milliseconds: 20_000,
} as const;
