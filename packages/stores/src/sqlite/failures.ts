import { statfsSync } from 'node:fs';
import path from 'node:path';
import { StoreUnavailableError } from '@recourse/engine/store-ports';

const cannotBeOpened = (file: string): string => `${file} cannot be opened`;

/** Explanations of SQLite errors, by the beginning of their code. */
const explanations: readonly (readonly [string, (file: string) => string])[] = [
  ['SQLITE_BUSY', (file) => `Another process holds the write lock of ${file}`],
  ['SQLITE_LOCKED', (file) => `Another process holds the write lock of ${file}`],
  ['SQLITE_FULL', (file) => `The disk that contains ${file} is full`],
  ['SQLITE_READONLY', (file) => `${file} or its folder is not writable`],
  ['SQLITE_CANTOPEN', cannotBeOpened],
  ['SQLITE_PERM', (file) => `Permission to open ${file} was denied`],
  ['SQLITE_IOERR', (file) => `The disk that contains ${file} has reported an I/O error`],
  ['SQLITE_CORRUPT', (file) => `${file} is damaged: restore it from a backup`],
  ['SQLITE_NOTADB', (file) => `${file} is not a database`],
];

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The driver gives some failures no code. */
export const withCode = (error: unknown, code: string): Error => Object.assign(new Error(String(error)), { code });

export const isBusy = (error: unknown): boolean => /^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(error));

/** Whether the disk of a file has no space left; SQLite calls that an I/O error where it maps memory. */
const isFull = (file: string): boolean => {
  try {
    return statfsSync(path.dirname(file)).bavail === 0;
  } catch {
    return false;
  }
};

/** Whether the operating system refused something. */
const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** Turns a failure of the file into the error for the caller. Any other error is a bug and is returned unchanged. */
export const explainFailure = (error: unknown, file: string): unknown => {
  if (codeOf(error).startsWith('SQLITE_IOERR') && isFull(file))
    return explainFailure(withCode(error, 'SQLITE_FULL'), file);
  const code = codeOf(error);
  const known = explanations.find(([beginning]) => code.startsWith(beginning))?.[1];
  const explanation = known ?? (isSystemError(error) ? cannotBeOpened : undefined);
  if (!explanation) return error;
  return new StoreUnavailableError('SQLite', { cause: new Error(explanation(file), { cause: error }) });
};
