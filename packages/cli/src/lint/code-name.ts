/** A code as written in a literal. */
export interface CodeName {
  /** The part before the dot, null for a code that is written without one. */
  readonly plugin: string | null;
  readonly code: string;
}

const shape = /^(?:([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\.)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)$/;

/** Reads `CODE` or `<plugin>.CODE`; anything else is prose and of no interest. */
export const parseCodeName = (text: string): CodeName | null => {
  const match = shape.exec(text);
  return match?.[2] === undefined ? null : { plugin: match[1] ?? null, code: match[2] };
};
