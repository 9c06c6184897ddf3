/** Bounds of a YAML text. Beyond them it is not parsed, or its values are not read. */
export interface YamlLimits {
  readonly lines: number;
  /** Brackets, commas, colons, dashes and other indicators together; quotes have the same bound. */
  readonly marks: number;
  /** Brackets inside each other, also in strings. */
  readonly brackets: number;
  /** Levels of maps and lists, with aliases followed. */
  readonly depth: number;
  /** Counted with aliases followed, so that a short text cannot stand for a huge one. */
  readonly values: number;
}
