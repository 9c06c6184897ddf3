import { createAllowlist } from './allowlist.ts';

export interface PolicyOptions {
  /** Nothing is written at all. */
  readonly readOnly?: boolean;
  /** The repositories that may be read; those that may be written may be read too. Defaults to all. */
  readonly readRepositories?: readonly string[];
  /** The repositories that may be written. Defaults to all that may be read. */
  readonly writeRepositories?: readonly string[];
}

/** The permissions that the operator gives. `read` and `write` return the reason of a refusal. */
export interface Permits {
  readonly readOnly: boolean;
  /** Whether some repositories may not be read: then nothing is shown unasked. */
  readonly limitsReads: boolean;
  read(repo: string): string | undefined;
  write(repo: string): string | undefined;
}

export const createPermits = ({ readOnly = false, readRepositories, writeRepositories }: PolicyOptions): Permits => {
  const readable = createAllowlist(readRepositories);
  const writable = createAllowlist(writeRepositories);
  const mayRead = (repo: string): boolean => readable.allows(repo) || (writable.isLimited && writable.allows(repo));
  const mayWrite = (repo: string): boolean => (writable.isLimited ? writable.allows(repo) : readable.allows(repo));
  return {
    readOnly,
    limitsReads: readable.isLimited,
    read: (repo) => (mayRead(repo) ? undefined : `this server is not allowed to read '${repo}'`),
    write: (repo) => {
      if (readOnly) return 'this server is read-only';
      return mayWrite(repo) ? undefined : `this server is not allowed to write to '${repo}'`;
    },
  };
};
