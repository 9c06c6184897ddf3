import type { OperatorCode } from './operator-codes.ts';
import { OperatorError } from './operator-error.ts';
import { fromSystemError } from './system-error.ts';

/** Maps prefixes of SQLite error codes to operator codes. */
const sqlite: readonly (readonly [beginning: string, code: OperatorCode])[] = [
  ['SQLITE_BUSY', 'STORE_LOCKED'],
  ['SQLITE_LOCKED', 'STORE_LOCKED'],
  ['SQLITE_FULL', 'DISK_FULL'],
  ['SQLITE_READONLY', 'STORE_READ_ONLY'],
  ['SQLITE_PERM', 'FILE_ACCESS_DENIED'],
  ['SQLITE_AUTH', 'FILE_ACCESS_DENIED'],
  ['SQLITE_IOERR', 'DISK_FAILED'],
  ['SQLITE_NOMEM', 'MEMORY_EXHAUSTED'],
  ['SQLITE_CORRUPT', 'STORE_DAMAGED'],
  ['SQLITE_NOTADB', 'STORE_NOT_A_DATABASE'],
  ['SQLITE_CANTOPEN', 'STORE_CANNOT_OPEN'],
];

/** Maps prefixes of PostgreSQL error codes (SQLSTATE) to operator codes. */
const postgres: readonly (readonly [beginning: string, code: OperatorCode])[] = [
  ['28', 'STORE_LOGIN_FAILED'],
  ['3D000', 'STORE_DATABASE_NOT_FOUND'],
  ['42501', 'STORE_ACCESS_DENIED'],
  ['25006', 'STORE_READ_ONLY'],
  ['53100', 'DISK_FULL'],
];

/**
 * A `StoreUnavailableError` as an operator's error. The first cause with a known code of the driver or the operating
 * system decides; without one, the store just does not answer.
 */
export const fromStoreError = (error: Error): OperatorError => {
  const causes = causesOf(error.cause);
  const reason = causes.find(({ message }) => message !== '')?.message ?? 'it does not respond';
  for (const cause of causes) {
    const system = fromSystemError(cause);
    if (system?.code === 'HOST_UNREACHABLE') return unreachable(error, system.message);
    if (system) return new OperatorError(system.code, `${error.message}: ${system.message}`, { cause: error });
    const code = codeOf(cause);
    if (code !== undefined) return new OperatorError(code, `${error.message}: ${oneLine(reason)}.`, { cause: error });
  }
  return /password|SASL/u.test(reason)
    ? new OperatorError('STORE_LOGIN_FAILED', `${error.message}: ${oneLine(reason)}.`, { cause: error })
    : unreachable(error, `${oneLine(reason)}.`);
};

/** An error of SQLite that no store has explained, such as of the database of the forge. */
export const fromDriverError = (error: Error): OperatorError | undefined => {
  const code = codeOf(error);
  return code && new OperatorError(code, `SQLite: ${oneLine(error.message)}.`, { cause: error });
};

const unreachable = (error: Error, reason: string): OperatorError =>
  new OperatorError('STORE_UNREACHABLE', `${error.message}: ${reason}`, { cause: error });

/** The chain of causes. Node gathers attempts at several addresses of one host; the first stands for all. */
const causesOf = (cause: unknown): readonly Error[] => {
  if (cause instanceof AggregateError && cause.errors.length > 0) return causesOf(cause.errors[0]);
  return cause instanceof Error ? [cause, ...causesOf(cause.cause)] : [];
};

const codeOf = (cause: Error): OperatorCode | undefined => {
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const rows = code.startsWith('SQLITE_') ? sqlite : /^[0-9A-Z]{5}$/u.test(code) ? postgres : [];
  return rows.find(([beginning]) => code.startsWith(beginning))?.[1];
};

const oneLine = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/gu, ' ')
    .trim()
    .replace(/\.$/u, '');
