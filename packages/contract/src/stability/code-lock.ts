import { lockedCodes } from './locked-code.ts';
import type { LockableCode, LockedCodes } from './locked-code.ts';

/** The contents of `codes.lock.json`: the codes of one registry as a released version promised them. */
export interface CodeLock {
  /** Null for the core. */
  readonly namespace: string | null;
  /** The version of the package that made the promise. */
  readonly version: string;
  readonly codes: LockedCodes;
}

/** Locks the codes of one namespace at a version. */
export const createLock = (namespace: string | null, version: string, codes: readonly LockableCode[]): CodeLock => ({
  namespace,
  version,
  codes: lockedCodes(codes, ({ code }) => code),
});

const field = /\{\s+"required": (true|false),\s+"type": ("[^"]*")\s+\}/g;

/** Renders a lock as the text of its file: the same codes always give the same bytes, and each field is on one line. */
export const renderLock = (lock: CodeLock): string =>
  `${JSON.stringify(lock, null, 2).replace(field, '{ "required": $1, "type": $2 }')}\n`;
