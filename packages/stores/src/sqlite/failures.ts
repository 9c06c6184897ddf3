import { StoreUnavailableError } from '@recourse/engine';

/** What the operator can do about a failure of SQLite, by the beginning of its code. */
const explanations: readonly (readonly [string, (file: string) => string])[] = [
  ['SQLITE_BUSY', (file) => `Another process holds the write lock of ${file}`],
  ['SQLITE_LOCKED', (file) => `Another process holds the write lock of ${file}`],
  ['SQLITE_FULL', (file) => `The disk of ${file} is full`],
  ['SQLITE_READONLY', (file) => `${file} or its folder may not be written`],
  ['SQLITE_CANTOPEN', (file) => `${file} cannot be opened`],
  ['SQLITE_PERM', (file) => `${file} may not be opened`],
  ['SQLITE_IOERR', (file) => `The disk of ${file} does not work`],
  ['SQLITE_CORRUPT', (file) => `${file} is damaged: restore it from a copy`],
  ['SQLITE_NOTADB', (file) => `${file} is not a database`],
];

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The driver gives some failures no code. */
export const withCode = (error: unknown, code: string): Error => Object.assign(new Error(String(error)), { code });

export const isBusy = (error: unknown): boolean => /^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(error));

/** What a failure of the file means to a caller. What is no failure of the file is a bug, and stays what it is. */
export const explainFailure = (error: unknown, file: string): unknown => {
  const code = codeOf(error);
  const explanation = explanations.find(([beginning]) => code.startsWith(beginning))?.[1];
  if (!explanation) return error;
  return new StoreUnavailableError('SQLite', { cause: new Error(explanation(file), { cause: error }) });
};
