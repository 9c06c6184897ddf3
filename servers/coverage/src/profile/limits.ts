/** Limits of a profile. A profile that exceeds one is refused. */
export interface ProfileLimits {
  /** Of the whole file. */
  readonly bytes: number;
  /** Of one line of a text format, one token of XML. */
  readonly lineBytes: number;
  /** Of what one source file takes up in Istanbul's JSON, which is read file by file. */
  readonly entryBytes: number;
  readonly files: number;
  /** How often a file may begin: the same one may come many times. */
  readonly records: number;
  /** The highest number of a line. */
  readonly lineNumber: number;
  /** Over all files; repeated ones count. */
  readonly lines: number;
  readonly branches: number;
  /** Statements and functions together. */
  readonly units: number;
  /** Ways out of one line, where a format gives their number only. */
  readonly waysOfLine: number;
  /** Of elements in XML, and attributes of one. */
  readonly depth: number;
  readonly attributes: number;
}

const mebibyte = 1024 * 1024;

export const defaultLimits: ProfileLimits = {
  bytes: 256 * mebibyte,
  lineBytes: mebibyte,
  entryBytes: 32 * mebibyte,
  files: 100_000,
  records: 1_000_000,
  lineNumber: 10_000_000,
  lines: 20_000_000,
  branches: 5_000_000,
  units: 5_000_000,
  waysOfLine: 10_000,
  depth: 64,
  attributes: 64,
};
