/** Bounds for one commit of one repository. The operator may change them; no run can. */
export interface SourceLimits {
  /** The download, and the sum of all files. */
  readonly bytes: number;
  readonly files: number;
  /** The largest file that is read. Larger ones are listed. */
  readonly fileBytes: number;
  readonly fetchMs: number;
}

const megabyte = 1024 * 1024;

export const defaultLimits: SourceLimits = {
  bytes: 512 * megabyte,
  files: 50_000,
  fileBytes: 4 * megabyte,
  fetchMs: 300_000,
};
