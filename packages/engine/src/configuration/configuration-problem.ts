/** One problem of the operator's file, with its position. */
export interface ConfigurationProblem {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  /** JSON Pointer (RFC 6901); empty for the whole file. */
  readonly path: string;
  readonly message: string;
  /** The key or value that was most likely meant. */
  readonly nearest?: string;
}

/** A problem before its offset has become a line and a column. */
export interface Finding extends Pick<ConfigurationProblem, 'path' | 'message' | 'nearest'> {
  readonly offset: number;
}

/** The problem as editors and terminals link it: `file:line:column`. */
export const renderProblem = ({ file, line, column, path, message }: ConfigurationProblem): string =>
  `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${message}`;

/** Adds positions to findings, in the order of the file. */
export const placeFindings = (
  findings: readonly Finding[],
  text: string,
  file: string,
): readonly ConfigurationProblem[] =>
  findings
    .toSorted((one, other) => one.offset - other.offset)
    .map(({ offset, path, message, nearest }) => {
      const lines = text.slice(0, offset).split(/\r\n|[\r\n]/);
      const place = { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, path, message };
      return nearest === undefined ? place : Object.assign(place, { nearest });
    });

/** Thrown when a server starts with an invalid file. */
export class ConfigurationError extends Error {
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    super(['The configuration cannot be used:', ...problems.map(renderProblem)].join('\n'));
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}
